// check: definition call use inherit
namespace App;

public partial class Form
//^ inherit Form.cs#Base -> Form; inherit Form.cs#IThing -> Form; class Form
{
    partial void OnLoad(string s) { Helper(); }
    //^ call Form.Helper() -> Form.OnLoad(string); method Form.OnLoad(string)
    public partial int Compute(int x) { return count; }
    //^ use Form.cs#Form.count -> Form.Compute(int); method Form.Compute(int)
    public partial int Compute(string x) => 1;
    //^ method Form.Compute(string)
    public void Helper() { Do(); }
    //^ call Form.cs#Form.Do() -> Form.Helper(); method Form.Helper()
    public override void Run() { base.Run(); }
    //^ call Form.cs#Base.Run() -> Form.Run(); method Form.Run()
    void Init() {}
    //^ method Form.Init()
    Form Copy(Form other) => other;
    //^ use Form.cs#Form -> Form.Copy(Form); method Form.Copy(Form)
    partial class Inner { public void B() { A(); } }
    //^ call Form.cs#Form.Inner.A() -> Form.Inner.B(); class Form.Inner; method Form.Inner.B()
}
