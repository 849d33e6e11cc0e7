// check: definition call use inherit
namespace App;

public static class Extensions
//^ class Extensions
{
    public static void Shout(this string s) {}
    //^ method Extensions.Shout(string)
    public static void Shout(this string s, int n) {}
    //^ method Extensions.Shout(string,int)
    public static void Shout(this Form f, int n, int m) {}
    //^ use Form.cs#Form -> Extensions.Shout(Form,int,int); method Extensions.Shout(Form,int,int)
    public static void Opt(this Form f, int a = 1, params string[] rest) {}
    //^ use Form.cs#Form -> Extensions.Opt(Form,int,params string[]); method Extensions.Opt(Form,int,params string[])
    public static void Any(this IThing thing) {}
    //^ use Form.cs#IThing -> Extensions.Any(IThing); method Extensions.Any(IThing)
}

public class User
//^ class User
{
    public void Use()
    //^ method User.Use()
    {
        Form form = new(4);
        //^ call Form.cs#Form -> User.Use(); use Form.cs#Form -> User.Use()
        form.Run();
        //^ call Form.Designer.cs#Form.Run() -> User.Use()
        form.Compute(1);
        //^ call Form.Designer.cs#Form.Compute(int) -> User.Use()
        form.Compute("x");
        //^ call Form.Designer.cs#Form.Compute(string) -> User.Use()
        form.Helper();
        //^ call Form.Designer.cs#Form.Helper() -> User.Use()
        "x".Shout();
        //^ call Extensions.Shout(string) -> User.Use()
        "x".Shout(3);
        //^ call Extensions.Shout(string,int) -> User.Use()
        form.Shout(1, 2);
        //^ call Extensions.Shout(Form,int,int) -> User.Use()
        form.Opt();
        //^ call Extensions.Opt(Form,int,params string[]) -> User.Use()
        form.Opt(1, "a", "b");
        //^ call Extensions.Opt(Form,int,params string[]) -> User.Use()
        form.Any();
        //^ call Extensions.Any(IThing) -> User.Use()
        Extensions.Shout("x", 3);
        //^ call Extensions.Shout(string,int) -> User.Use(); use Extensions -> User.Use()
    }
}
