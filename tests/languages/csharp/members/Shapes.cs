using System;
using System.Collections.Generic;

class Color
//^ class Color
{
    public static Color Red = new Color();
    //^ field Color.Red
    //^ call Color -> Color.Red

    public int Depth() => 1;
    //^ method Color.Depth()
}

interface IShape
//^ interface IShape
{
    Color Color { get; }
    //^ field IShape.Color

    void Draw();
    //^ method IShape.Draw()
}

abstract class Shape : IShape
//^ class Shape
//^ inherit IShape -> Shape
{
    public Color Color { get; set; }
    //^ field Shape.Color

    protected Shape(int size) { }
    //^ method Shape.Shape(int)

    protected Shape() : this(1) { }
    //^ method Shape.Shape()
    //^ call Shape.Shape(int) -> Shape.Shape()

    public abstract void Draw();
    //^ method Shape.Draw()

    public virtual Shape Copy() => this;
    //^ method Shape.Copy()

    public Shape this[int index] => Copy();
    //^ method Shape.this
    //^ call Shape.Copy() -> Shape.this

    public event Action Changed;
    //^ field Shape.Changed

    protected void Raise()
    //^ method Shape.Raise()
    {
        Changed?.Invoke();
    }
}

class Circle : Shape
//^ class Circle
//^ inherit Shape -> Circle
{
    private readonly List<Circle> parts = new();
    //^ field Circle.parts

    public Circle() : base(2) { }
    //^ method Circle.Circle()
    //^ call Shape.Shape(int) -> Circle.Circle()

    public override void Draw()
    //^ method Circle.Draw()
    {
        base.Copy().Draw();
        //^ call Shape.Copy() -> Circle.Draw()
        //^ call Shape.Draw() -> Circle.Draw()
        Raise();
        //^ call Shape.Raise() -> Circle.Draw()
        this.Color.Depth();
        //^ call Color.Depth() -> Circle.Draw()
        Color.Red.Depth();
        //^ call Color.Depth() -> Circle.Draw()
        Color color = this.Color;
        color.Depth();
        //^ call Color.Depth() -> Circle.Draw()
        parts[0].Draw();
        //^ call Circle.Draw() -> Circle.Draw()
        this[0].Draw();
        //^ call Shape.Draw() -> Circle.Draw()
        parts.ForEach(part => part.Draw());
        //^ call Circle.Draw() -> Circle.Draw()
    }

    public override Shape Copy()
    //^ method Circle.Copy()
    {
        int Local(Circle circle)
        //^ function Circle.Copy.Local
        {
            circle.Draw();
            //^ call Circle.Draw() -> Circle.Copy.Local
            return 0;
        }
        Local(this);
        //^ call Circle.Copy.Local -> Circle.Copy()
        return new Circle();
        //^ call Circle -> Circle.Copy()
    }

    public static Circle operator +(Circle left, Circle right) => left;
    //^ method Circle.operator +(Circle,Circle)

    class Nested
    //^ class Circle.Nested
    {
        void Go(Circle outer)
        //^ method Circle.Nested.Go(Circle)
        {
            outer.Raise();
            //^ call Shape.Raise() -> Circle.Nested.Go(Circle)
            (outer + outer).Draw();
            //^ call Circle.Draw() -> Circle.Nested.Go(Circle)
        }
    }
}

struct Size
//^ struct Size
{
    public int Width;
    //^ field Size.Width

    public Size Grow(int by) => new Size();
    //^ method Size.Grow(int)
    //^ call Size -> Size.Grow(int)
}

record Person(string First, Color Favourite)
//^ class Person
//^ field Person.Favourite
//^ field Person.First
{
    public int Depth() => Favourite.Depth();
    //^ method Person.Depth()
    //^ call Color.Depth() -> Person.Depth()
}

class Keeper(Circle circle)
//^ class Keeper
{
    void Go() => circle.Draw();
    //^ method Keeper.Go()
    //^ call Circle.Draw() -> Keeper.Go()
}

enum Level
//^ enum Level
{
    Low,
    //^ field Level.Low
    High = 2,
    //^ field Level.High
}

delegate Circle Maker(int size);
//^ type Maker

class Box<T> where T : Shape
//^ class Box
{
    T held;
    //^ field Box.held

    public T Get() => held;
    //^ method Box.Get()

    void Go()
    //^ method Box.Go()
    {
        held.Draw();
        //^ call Shape.Draw() -> Box.Go()
    }
}

class Boxes
//^ class Boxes
{
    void Go(Box<Circle> box, Person person, Maker make, object given, Circle maybe)
    //^ method Boxes.Go(Box,Person,Maker,object,Circle)
    {
        box.Get().Copy();
        //^ call Box.Get() -> Boxes.Go(Box,Person,Maker,object,Circle)
        //^ call Circle.Copy() -> Boxes.Go(Box,Person,Maker,object,Circle)
        person.Favourite.Depth();
        //^ call Color.Depth() -> Boxes.Go(Box,Person,Maker,object,Circle)
        make(1).Draw();
        //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        if (given is Circle circle && circle.Color != null)
        {
            circle.Draw();
            //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
        (given as Circle).Draw();
        //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        ((Circle)given).Draw();
        //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        maybe?.Copy();
        //^ call Circle.Copy() -> Boxes.Go(Box,Person,Maker,object,Circle)
        maybe!.Copy().Draw();
        //^ call Circle.Copy() -> Boxes.Go(Box,Person,Maker,object,Circle)
        //^ call Shape.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        switch (given)
        {
            case Size size:
                size.Grow(1).Grow(2);
                //^ call Size.Grow(int) -> Boxes.Go(Box,Person,Maker,object,Circle)
                break;
        }
        var depth = given switch
        {
            Person other => other.Depth(),
            //^ call Person.Depth() -> Boxes.Go(Box,Person,Maker,object,Circle)
            _ => (int)Level.High,
        };
        foreach (var item in new[] { maybe })
        {
            item.Draw();
            //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
        Circle fresh = new();
        fresh.Draw();
        //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        var (left, right) = (fresh, person);
        left.Draw();
        //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        right.Depth();
        //^ call Person.Depth() -> Boxes.Go(Box,Person,Maker,object,Circle)
        try
        {
            using var held = new Held();
            //^ call Held -> Boxes.Go(Box,Person,Maker,object,Circle)
            held.Touch();
            //^ call Held.Touch() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
        catch (Fault fault) when (fault.Code() > 1)
        //^ call Fault.Code() -> Boxes.Go(Box,Person,Maker,object,Circle)
        {
            fault.Code();
            //^ call Fault.Code() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
        if (Find(out var found))
        //^ call Boxes.Find(Circle) -> Boxes.Go(Box,Person,Maker,object,Circle)
        {
            found.Draw();
            //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
        if (Find(out Circle known))
        //^ call Boxes.Find(Circle) -> Boxes.Go(Box,Person,Maker,object,Circle)
        {
            known.Draw();
            //^ call Circle.Draw() -> Boxes.Go(Box,Person,Maker,object,Circle)
        }
    }

    static bool Find(out Circle circle)
    //^ method Boxes.Find(Circle)
    {
        circle = new Circle();
        //^ call Circle -> Boxes.Find(Circle)
        return true;
    }
}

class Held : IDisposable
//^ class Held
{
    public void Dispose() { }
    //^ method Held.Dispose()

    public void Touch() { }
    //^ method Held.Touch()
}

class Fault : Exception
//^ class Fault
{
    public Fault() : base("fault") { }
    //^ method Fault.Fault()

    public int Code() => 1;
    //^ method Fault.Code()
}
