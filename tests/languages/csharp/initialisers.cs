// check: use

class Opts
{
    public int Timeout { get; set; }
    public int Limit;
}

record Rec(int X);

class User
{
    int Timeout;

    void Run(Rec rec)
    //^ use Rec -> User.Run(Rec)
    {
        var made = new Opts { Timeout = 3, Limit = 1 };
        //^ use Opts.Timeout -> User.Run(Rec); use Opts.Limit -> User.Run(Rec)
        var given = new Opts() { Limit = 2 };
        //^ use Opts.Limit -> User.Run(Rec)
        var other = rec with { X = 2 };
        //^ use Rec.X -> User.Run(Rec)
    }
}
