namespace Shop.Core
{
    public class Item
    //^ class Item
    {
        public string Name { get; set; }
        //^ field Item.Name

        public Item Next() => this;
        //^ method Item.Next()

        public static Item Make(string name) => new Item();
        //^ method Item.Make(string)
        //^ call Item -> Item.Make(string)
    }

    public partial class Store
    //^ inherit Store.cs#IStore -> Store
    //^ class Store
    {
        private readonly Item item = new Item();
        //^ field Store.item
        //^ call Item -> Store.item

        public Item First() => item;
        //^ method Store.First()
    }

    namespace Deep
    {
        public class Inner
        //^ class Inner
        {
            public Item Held = Item.Make("x");
            //^ field Inner.Held
            //^ call Item.Make(string) -> Inner.Held
        }
    }
}
