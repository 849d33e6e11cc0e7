using System;
using System.Collections.Generic;
using System.IO;

class Arguments
//^ class Arguments
{
    void Put(object value) { }
    //^ method Arguments.Put(object)

    void Put(string value) { }
    //^ method Arguments.Put(string)

    void Put(int value) { }
    //^ method Arguments.Put(int)

    void Put(long value) { }
    //^ method Arguments.Put(long)

    void Put(double value, string name = "x") { }
    //^ method Arguments.Put(double,string)

    void Put(params string[] values) { }
    //^ method Arguments.Put(params string[])

    void Put(Stream stream) { }
    //^ method Arguments.Put(Stream)

    void Put<T>(IEnumerable<T> items) { }
    //^ method Arguments.Put(IEnumerable)

    void Named(int count, string name = "", bool deep = false) { }
    //^ method Arguments.Named(int,string,bool)

    void Named(string name, bool deep) { }
    //^ method Arguments.Named(string,bool)

    void Later(Func<int> make) { }
    //^ method Arguments.Later(Func)

    void Later(Action task) { }
    //^ method Arguments.Later(Action)

    void Later(Func<int, int> change) { }
    //^ method Arguments.Later(Func)~2

    void Go(FileStream file, byte small, List<int> list, Arguments other)
    //^ method Arguments.Go(FileStream,byte,List,Arguments)
    {
        Put("x");
        //^ call Arguments.Put(string) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(1);
        //^ call Arguments.Put(int) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(1L);
        //^ call Arguments.Put(long) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(1.5);
        //^ call Arguments.Put(double,string) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(1.5, "y");
        //^ call Arguments.Put(double,string) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put("a", "b");
        //^ call Arguments.Put(params string[]) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(file);
        //^ call Arguments.Put(Stream) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(small);
        //^ call Arguments.Put(int) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(list);
        //^ call Arguments.Put(IEnumerable) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put(other);
        //^ call Arguments.Put(object) -> Arguments.Go(FileStream,byte,List,Arguments)
        Put($"{small}");
        //^ call Arguments.Put(string) -> Arguments.Go(FileStream,byte,List,Arguments)
        Named(1);
        //^ call Arguments.Named(int,string,bool) -> Arguments.Go(FileStream,byte,List,Arguments)
        Named(name: "x", count: 2);
        //^ call Arguments.Named(int,string,bool) -> Arguments.Go(FileStream,byte,List,Arguments)
        Named("x", true);
        //^ call Arguments.Named(string,bool) -> Arguments.Go(FileStream,byte,List,Arguments)
        Named(deep: true, name: "y");
        //^ call Arguments.Named(string,bool) -> Arguments.Go(FileStream,byte,List,Arguments)
        Later(() => 1);
        //^ call Arguments.Later(Func) -> Arguments.Go(FileStream,byte,List,Arguments)
        Later(() => { Go(file, small, list, other); });
        //^ call Arguments.Go(FileStream,byte,List,Arguments) -> Arguments.Go(FileStream,byte,List,Arguments)
        //^ call Arguments.Later(Action) -> Arguments.Go(FileStream,byte,List,Arguments)
        Later(count => count + 1);
        //^ call Arguments.Later(Func)~2 -> Arguments.Go(FileStream,byte,List,Arguments)
    }
}

static class Extensions
//^ class Extensions
{
    public static Arguments Twice(this Arguments value) => value;
    //^ method Extensions.Twice(Arguments)

    public static Arguments Twice(this Arguments value, int times) => value;
    //^ method Extensions.Twice(Arguments,int)

    public static int Twice(this string text) => 2;
    //^ method Extensions.Twice(string)

    public static T Same<T>(this T value) => value;
    //^ method Extensions.Same(T)
}

class UseExtensions
//^ class UseExtensions
{
    void Go(Arguments value)
    //^ method UseExtensions.Go(Arguments)
    {
        value.Twice().Twice(3);
        //^ call Extensions.Twice(Arguments) -> UseExtensions.Go(Arguments)
        //^ call Extensions.Twice(Arguments,int) -> UseExtensions.Go(Arguments)
        "x".Twice();
        //^ call Extensions.Twice(string) -> UseExtensions.Go(Arguments)
        value.Same().Twice();
        //^ call Extensions.Same(T) -> UseExtensions.Go(Arguments)
        //^ call Extensions.Twice(Arguments) -> UseExtensions.Go(Arguments)
        Extensions.Twice(value);
        //^ call Extensions.Twice(Arguments) -> UseExtensions.Go(Arguments)
    }
}

class Result
//^ class Result
{
    public static Result Done() => new Result();
    //^ method Result.Done()
    //^ call Result -> Result.Done()

    public static Result<T> Of<T>(T value) => new Result<T>();
    //^ method Result.Of(T)
    //^ call Result~2 -> Result.Of(T)
}

class Result<T>
//^ class Result~2
{
    public T Value;
    //^ field Result.Value

    public Result<T> Then(Func<T, T> change) => this;
    //^ method Result.Then(Func)
}

class UseResult
//^ class UseResult
{
    void Go(Result<UseResult> given, Result plain)
    //^ method UseResult.Go(Result,Result)
    {
        given.Then(value => value.Self()).Value.Self();
        //^ call Result.Then(Func) -> UseResult.Go(Result,Result)
        //^ call UseResult.Self() -> UseResult.Go(Result,Result)
        Result.Of(this).Value.Self();
        //^ call Result.Of(T) -> UseResult.Go(Result,Result)
        //^ call UseResult.Self() -> UseResult.Go(Result,Result)
    }

    UseResult Self() => this;
    //^ method UseResult.Self()
}
