using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

class Node
//^ class Node
{
    public List<Node> Children { get; } = new List<Node>();
    //^ field Node.Children
    //^ use Node -> Node.Children

    public bool Deep() => true;
    //^ method Node.Deep()

    public Node Next() => this;
    //^ method Node.Next()
    //^ use Node -> Node.Next()

    public async Task<Node> Load()
    //^ method Node.Load()
    //^ use Node -> Node.Load()
    {
        await Task.Delay(1);
        return this;
    }

    // check: definition call use
    public async Task Go(Dictionary<string, Node> byName, Node[] many)
    //^ method Node.Go(Dictionary,Node[])
    //^ use Node -> Node.Go(Dictionary,Node[])
    {
        Children.Where(child => child.Deep()).Select(child => child.Next()).First().Next();
        //^ call Node.Deep() -> Node.Go(Dictionary,Node[])
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        //^ use Node.Children -> Node.Go(Dictionary,Node[])
        Children.Select(child => child.Children).First()[0].Next();
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        //^ use Node.Children -> Node.Go(Dictionary,Node[])
        Children.SelectMany(child => child.Children).ToList().ForEach(child => child.Deep());
        //^ call Node.Deep() -> Node.Go(Dictionary,Node[])
        //^ use Node.Children -> Node.Go(Dictionary,Node[])
        byName["x"].Next();
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        foreach (var pair in byName)
        {
            pair.Value.Next();
            //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        }
        if (byName.TryGetValue("y", out var found))
        {
            found.Next();
            //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        }
        var loaded = await Load();
        //^ call Node.Load() -> Node.Go(Dictionary,Node[])
        loaded.Next();
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        (await many[0].Load()).Deep();
        //^ call Node.Deep() -> Node.Go(Dictionary,Node[])
        //^ call Node.Load() -> Node.Go(Dictionary,Node[])
        many.OrderBy(node => node.Deep()).ThenBy(node => node.Next()).Last().Next();
        //^ call Node.Deep() -> Node.Go(Dictionary,Node[])
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        var next = Children.FirstOrDefault(node => node.Deep()) ?? many[1];
        //^ call Node.Deep() -> Node.Go(Dictionary,Node[])
        //^ use Node.Children -> Node.Go(Dictionary,Node[])
        next.Next();
        //^ call Node.Next() -> Node.Go(Dictionary,Node[])
        Children.ForEach(Visit);
        //^ use Node.Children -> Node.Go(Dictionary,Node[])
        //^ use Node.Visit(Node) -> Node.Go(Dictionary,Node[])
    }

    private void Visit(Node node) { }
    //^ method Node.Visit(Node)
    //^ use Node -> Node.Visit(Node)
}
