import java.io.Closeable;

@Deprecated
class Door implements Closeable {
    static final int LIMIT = 3;

    static Door open(@Sealed int side) {
        return new Door();
    }

    public void close() {}

    void knock() {}

    int side() {
        return LIMIT;
    }
}

@interface Sealed {}

// check: definition call use
class Blocks {
    Door door = Door.open(Door.LIMIT);

    void go(Object given) throws Fault {
        try (Door mine = Door.open(1);
                var other = Door.open(2)) {
            mine.knock();
            other.knock();
        } catch (Fault | IllegalStateException fault) {
            fault.getMessage();
        } finally {
            door.knock();
        }
        {
            Blocks door = this;
            door.go(null);
        }
        door.knock();
        String text = switch (door.side()) {
            case Door.LIMIT -> word(door);
            default -> {
                yield word(given);
            }
        };
        switch (given) {
            case Door inner when inner.side() > 1 -> inner.knock();
            case Pair(Door left, Pair right) -> left.knock();
            default -> word(given);
        }
        do {
            Door[][] grid = new Door[2][];
            for (Door[] row : grid) {
                row[0].knock();
            }
        } while (text.isEmpty());
    }

    static String word(Door door) {
        return "";
    }

    static String word(Object other) {
        return "";
    }
}

record Pair(Door left, Pair right) {}

class Fault extends Exception {
    Fault() {
        super("fault");
    }
}
