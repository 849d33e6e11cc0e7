// check: definition call use inherit
namespace App;

public class Base
//^ class Base
{
    public Base(int x) {}
    //^ method Base.Base(int)
    public virtual void Run() {}
    //^ method Base.Run()
    protected int level;
    //^ field Base.level
}

public interface IThing { void Do(); }
//^ interface IThing; method IThing.Do()

public partial class Form : Base, IThing
//^ inherit Base -> Form; inherit IThing -> Form; class Form
{
    private int count;
    //^ field Form.count
    public Form() : this(1) { Init(); }
    //^ call Form.Designer.cs#Form.Init() -> Form.Form(); call Form.Form(int) -> Form.Form(); method Form.Form()
    public Form(int x) : base(x) { OnLoad("a"); }
    //^ call Form.Designer.cs#Form.OnLoad(string) -> Form.Form(int); call Base.Base(int) -> Form.Form(int); method Form.Form(int)
    partial void OnLoad(string s);
    //^ method Form.OnLoad(string)
    public partial int Compute(int x);
    //^ method Form.Compute(int)
    public partial int Compute(string x);
    //^ method Form.Compute(string)
    public void Do()
    //^ method Form.Do()
    {
        Helper();
        //^ call Form.Designer.cs#Form.Helper() -> Form.Do()
        this.Helper();
        //^ call Form.Designer.cs#Form.Helper() -> Form.Do()
        this.level = count;
        //^ use Base.level -> Form.Do(); use Form.count -> Form.Do()
    }
    partial class Inner { public void A() { B(); } }
    //^ call Form.Designer.cs#Form.Inner.B() -> Form.Inner.A(); class Form.Inner; method Form.Inner.A()
}

public class Primary(int n) : Base(n) { }
//^ call Base -> Primary; inherit Base -> Primary; class Primary
