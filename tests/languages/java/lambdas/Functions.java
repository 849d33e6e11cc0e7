import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;

class Item {
//^ class Item
    String name() {
    //^ method Item.name()
        return "";
    }

    Item next() {
    //^ method Item.next()
    //^ use Item -> Item.next()
        return this;
    }

    static Item parse(String text) {
    //^ method Item.parse(String)
    //^ use Item -> Item.parse(String)
        return new Item();
        //^ call Item -> Item.parse(String)
    }
}

interface Visit<T> {
//^ interface Visit
    void visit(T item, int depth);
    //^ method Visit.visit(T,int)
}

// check: definition call use
class Functions {
//^ class Functions
    private final Map<String, List<Item>> index = new HashMap<>();
    //^ field Functions.index
    //^ use Item -> Functions.index

    void streams(List<Item> items) {
    //^ method Functions.streams(List)
    //^ use Item -> Functions.streams(List)
        items.stream().filter(item -> item.next() != null).map(item -> item.next()).forEach(item -> item.name());
        //^ call Item.name() -> Functions.streams(List)
        //^ call Item.next() -> Functions.streams(List)
        items.stream().map(Item::next).map(Item::name).map(Item::parse).forEach(item -> item.next());
        //^ call Item.next() -> Functions.streams(List)
        //^ use Item -> Functions.streams(List)
        //^ use Item.name() -> Functions.streams(List)
        //^ use Item.next() -> Functions.streams(List)
        //^ use Item.parse(String) -> Functions.streams(List)
        List<String> names = items.stream().map(Item::name).collect(Collectors.toList());
        //^ use Item -> Functions.streams(List)
        //^ use Item.name() -> Functions.streams(List)
        items.sort(Comparator.comparing(item -> item.name()));
        //^ call Item.name() -> Functions.streams(List)
        index.computeIfAbsent("a", key -> items).get(0).next();
        //^ call Item.next() -> Functions.streams(List)
        //^ use Functions.index -> Functions.streams(List)
        for (Map.Entry<String, List<Item>> entry : index.entrySet()) {
        //^ use Functions.index -> Functions.streams(List)
        //^ use Item -> Functions.streams(List)
            entry.getValue().get(0).name();
            //^ call Item.name() -> Functions.streams(List)
        }
        for (var entry : index.entrySet()) {
        //^ use Functions.index -> Functions.streams(List)
            entry.getValue().get(0).name();
            //^ call Item.name() -> Functions.streams(List)
        }
    }

    void walk(Visit<Item> visit) {
    //^ method Functions.walk(Visit)
    //^ use Item -> Functions.walk(Visit)
    //^ use Visit -> Functions.walk(Visit)
        visit.visit(new Item(), 1);
        //^ call Item -> Functions.walk(Visit)
        //^ call Visit.visit(T,int) -> Functions.walk(Visit)
        walk((item, depth) -> item.name());
        //^ call Functions.walk(Visit) -> Functions.walk(Visit)
        //^ call Item.name() -> Functions.walk(Visit)
        walk((Item item, int depth) -> {
        //^ call Functions.walk(Visit) -> Functions.walk(Visit)
        //^ use Item -> Functions.walk(Visit)
            item.next();
            //^ call Item.next() -> Functions.walk(Visit)
        });
    }

    Function<Item, String> given() {
    //^ method Functions.given()
    //^ use Item -> Functions.given()
        Function<Item, Item> first = item -> item.next();
        //^ call Item.next() -> Functions.given()
        //^ use Item -> Functions.given()
        first.apply(new Item()).name();
        //^ call Item -> Functions.given()
        //^ call Item.name() -> Functions.given()
        return item -> item.name();
        //^ call Item.name() -> Functions.given()
    }

    void choose(Supplier<Item> make) {}
    //^ method Functions.choose(Supplier)
    //^ use Item -> Functions.choose(Supplier)

    void choose(Runnable task) {}
    //^ method Functions.choose(Runnable)

    void choose(Function<Item, Item> change) {}
    //^ method Functions.choose(Function)
    //^ use Item -> Functions.choose(Function)

    void chosen() {
    //^ method Functions.chosen()
        choose(() -> new Item());
        //^ call Functions.choose(Supplier) -> Functions.chosen()
        //^ call Item -> Functions.chosen()
        choose(() -> {
        //^ call Functions.choose(Supplier) -> Functions.chosen()
            return Item.parse("");
            //^ call Item.parse(String) -> Functions.chosen()
            //^ use Item -> Functions.chosen()
        });
        choose(() -> {
        //^ call Functions.choose(Runnable) -> Functions.chosen()
            chosen();
            //^ call Functions.chosen() -> Functions.chosen()
        });
        choose(item -> item.next());
        //^ call Functions.choose(Function) -> Functions.chosen()
        //^ call Item.next() -> Functions.chosen()
    }

    <R> R apply(Function<Item, R> change) {
    //^ method Functions.apply(Function)
    //^ use Item -> Functions.apply(Function)
        return change.apply(null);
    }

    void inferred(Optional<Item> maybe) {
    //^ method Functions.inferred(Optional)
    //^ use Item -> Functions.inferred(Optional)
        apply(item -> item.next()).name();
        //^ call Functions.apply(Function) -> Functions.inferred(Optional)
        //^ call Item.name() -> Functions.inferred(Optional)
        //^ call Item.next() -> Functions.inferred(Optional)
        apply(Item::next).name();
        //^ call Functions.apply(Function) -> Functions.inferred(Optional)
        //^ call Item.name() -> Functions.inferred(Optional)
        //^ use Item -> Functions.inferred(Optional)
        //^ use Item.next() -> Functions.inferred(Optional)
        maybe.map(item -> item.next()).orElse(null).name();
        //^ call Item.name() -> Functions.inferred(Optional)
        //^ call Item.next() -> Functions.inferred(Optional)
        var item = maybe.get();
        item.name();
        //^ call Item.name() -> Functions.inferred(Optional)
        Object other = item;
        if (other instanceof Item it && it.name() != null) {
        //^ call Item.name() -> Functions.inferred(Optional)
        //^ use Item -> Functions.inferred(Optional)
            it.next();
            //^ call Item.next() -> Functions.inferred(Optional)
        }
        ((Item) other).next();
        //^ call Item.next() -> Functions.inferred(Optional)
        //^ use Item -> Functions.inferred(Optional)
        Item[] many = {item};
        //^ use Item -> Functions.inferred(Optional)
        many[0].next();
        //^ call Item.next() -> Functions.inferred(Optional)
        (many.length > 1 ? many[0] : item.next()).name();
        //^ call Item.name() -> Functions.inferred(Optional)
        //^ call Item.next() -> Functions.inferred(Optional)
    }
}
