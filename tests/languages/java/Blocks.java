import java.io.Closeable;

@Deprecated
class Door implements Closeable {
//^ class Door
    static final int LIMIT = 3;
    //^ field Door.LIMIT

    static Door open(@Sealed int side) {
    //^ method Door.open(int)
    //^ use Door -> Door.open(int)
    //^ use Sealed -> Door.open(int)
        return new Door();
        //^ call Door -> Door.open(int)
    }

    public void close() {}
    //^ method Door.close()

    void knock() {}
    //^ method Door.knock()

    int side() {
    //^ method Door.side()
        return LIMIT;
        //^ use Door.LIMIT -> Door.side()
    }
}

@interface Sealed {}
//^ interface Sealed

// check: definition call use
class Blocks {
//^ class Blocks
    Door door = Door.open(Door.LIMIT);
    //^ field Blocks.door
    //^ call Door.open(int) -> Blocks.door
    //^ use Door -> Blocks.door
    //^ use Door.LIMIT -> Blocks.door

    void go(Object given) throws Fault {
    //^ method Blocks.go(Object)
    //^ use Fault -> Blocks.go(Object)
        try (Door mine = Door.open(1);
        //^ call Door.open(int) -> Blocks.go(Object)
        //^ use Door -> Blocks.go(Object)
                var other = Door.open(2)) {
                //^ call Door.open(int) -> Blocks.go(Object)
                //^ use Door -> Blocks.go(Object)
            mine.knock();
            //^ call Door.knock() -> Blocks.go(Object)
            other.knock();
            //^ call Door.knock() -> Blocks.go(Object)
        } catch (Fault | IllegalStateException fault) {
        //^ use Fault -> Blocks.go(Object)
            fault.getMessage();
        } finally {
            door.knock();
            //^ call Door.knock() -> Blocks.go(Object)
            //^ use Blocks.door -> Blocks.go(Object)
        }
        {
            Blocks door = this;
            //^ use Blocks -> Blocks.go(Object)
            door.go(null);
            //^ call Blocks.go(Object) -> Blocks.go(Object)
        }
        door.knock();
        //^ call Door.knock() -> Blocks.go(Object)
        //^ use Blocks.door -> Blocks.go(Object)
        String text = switch (door.side()) {
        //^ call Door.side() -> Blocks.go(Object)
        //^ use Blocks.door -> Blocks.go(Object)
            case Door.LIMIT -> word(door);
            //^ call Blocks.word(Door) -> Blocks.go(Object)
            //^ use Blocks.door -> Blocks.go(Object)
            //^ use Door -> Blocks.go(Object)
            //^ use Door.LIMIT -> Blocks.go(Object)
            default -> {
                yield word(given);
                //^ call Blocks.word(Object) -> Blocks.go(Object)
            }
        };
        switch (given) {
            case Door inner when inner.side() > 1 -> inner.knock();
            //^ call Door.knock() -> Blocks.go(Object)
            //^ call Door.side() -> Blocks.go(Object)
            //^ use Door -> Blocks.go(Object)
            case Pair(Door left, Pair right) -> left.knock();
            //^ call Door.knock() -> Blocks.go(Object)
            //^ use Door -> Blocks.go(Object)
            //^ use Pair -> Blocks.go(Object)
            default -> word(given);
            //^ call Blocks.word(Object) -> Blocks.go(Object)
        }
        do {
            Door[][] grid = new Door[2][];
            //^ use Door -> Blocks.go(Object)
            for (Door[] row : grid) {
            //^ use Door -> Blocks.go(Object)
                row[0].knock();
                //^ call Door.knock() -> Blocks.go(Object)
            }
        } while (text.isEmpty());
    }

    static String word(Door door) {
    //^ method Blocks.word(Door)
    //^ use Door -> Blocks.word(Door)
        return "";
    }

    static String word(Object other) {
    //^ method Blocks.word(Object)
        return "";
    }
}

record Pair(Door left, Pair right) {}
//^ class Pair
//^ field Pair.left
//^ field Pair.right
//^ use Door -> Pair.left
//^ use Pair -> Pair.right

class Fault extends Exception {
//^ class Fault
    Fault() {
    //^ method Fault.Fault()
        super("fault");
    }
}
