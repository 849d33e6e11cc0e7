using System.Collections.Generic;
using NUnit.Framework;
using Shop.Core;
//^ import Items.cs
//^ import Store.cs
using static Shop.Core.Item;
//^ import Items.cs
using Thing = Shop.Core.Deep.Inner;
//^ import Items.cs

namespace App
{
    class Use
    //^ class Use
    {
        void Go(Store store, Thing thing)
        //^ method Use.Go(Store,Thing)
        {
            store.Run();
            //^ call Store.cs#Store.Run() -> Use.Go(Store,Thing)
            store.First().Next();
            //^ call Items.cs#Item.Next() -> Use.Go(Store,Thing)
            //^ call Items.cs#Store.First() -> Use.Go(Store,Thing)
            Make("y").Next();
            //^ call Items.cs#Item.Make(string) -> Use.Go(Store,Thing)
            //^ call Items.cs#Item.Next() -> Use.Go(Store,Thing)
            thing.Held.Next();
            //^ call Items.cs#Item.Next() -> Use.Go(Store,Thing)
            Shop.Core.Deep.Inner other = new Shop.Core.Deep.Inner();
            //^ call Items.cs#Inner -> Use.Go(Store,Thing)
            other.Held.Next();
            //^ call Items.cs#Item.Next() -> Use.Go(Store,Thing)
            Shop.Core.Item.Make("z");
            //^ call Items.cs#Item.Make(string) -> Use.Go(Store,Thing)
            global::Shop.Core.Item.Make("w");
            //^ call Items.cs#Item.Make(string) -> Use.Go(Store,Thing)
            Unknown.Thing();
        }
    }
}
