import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

class Item {
    String name() {
        return "";
    }

    Item next() {
        return this;
    }

    static Item parse(String text) {
        return new Item();
    }
}

interface Visit<T> {
    void visit(T item, int depth);
}

// check: definition call use
class Functions {
    private final Map<String, List<Item>> index = new HashMap<>();

    void streams(List<Item> items) {
        items.stream().filter(item -> item.next() != null).map(item -> item.next()).forEach(item -> item.name());
        items.stream().map(Item::next).map(Item::name).map(Item::parse).forEach(item -> item.next());
        List<String> names = items.stream().map(Item::name).collect(Collectors.toList());
        items.sort(Comparator.comparing(item -> item.name()));
        index.computeIfAbsent("a", key -> items).get(0).next();
        for (Map.Entry<String, List<Item>> entry : index.entrySet()) {
            entry.getValue().get(0).name();
        }
        for (var entry : index.entrySet()) {
            entry.getValue().get(0).name();
        }
    }

    void walk(Visit<Item> visit) {
        visit.visit(new Item(), 1);
        walk((item, depth) -> item.name());
        walk((Item item, int depth) -> {
            item.next();
        });
    }

    Function<Item, String> given() {
        Function<Item, Item> first = item -> item.next();
        first.apply(new Item()).name();
        return item -> item.name();
    }

    void choose(Supplier<Item> make) {}

    void choose(Runnable task) {}

    void choose(Function<Item, Item> change) {}

    void chosen() {
        choose(() -> new Item());
        choose(() -> {
            return Item.parse("");
        });
        choose(() -> {
            chosen();
        });
        choose(item -> item.next());
    }

    <R> R apply(Function<Item, R> change) {
        return change.apply(null);
    }

    void inferred(Optional<Item> maybe) {
        apply(item -> item.next()).name();
        apply(Item::next).name();
        maybe.map(item -> item.next()).orElse(null).name();
        var item = maybe.get();
        item.name();
        Object other = item;
        if (other instanceof Item it && it.name() != null) {
            it.next();
        }
        ((Item) other).next();
        Item[] many = {item};
        many[0].next();
        (many.length > 1 ? many[0] : item.next()).name();
    }
}
