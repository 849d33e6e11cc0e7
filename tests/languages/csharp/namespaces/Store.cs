namespace Shop.Core;

public partial class Store : IStore
//^ class Store
//^ inherit IStore -> Store
{
    public void Run()
    //^ method Store.Run()
    {
        First().Next();
        //^ call Items.cs#Item.Next() -> Store.Run()
        //^ call Items.cs#Store.First() -> Store.Run()
        item.Next();
        //^ call Items.cs#Item.Next() -> Store.Run()
        Stop();
        //^ call Store.Stop() -> Store.Run()
    }

    public void Stop() { }
    //^ method Store.Stop()
}

public interface IStore
//^ interface IStore
{
    void Run();
    //^ method IStore.Run()
}
