// check: use

class Leaf { }

record Bare(int X, Leaf Leaf);
//^ use Leaf -> Bare.Leaf

record Full(int Y, Leaf Leaf)
//^ use Leaf -> Full.Leaf
{
    int Twice() => Y + Y;
    //^ use Full.Y -> Full.Twice()
}

class User
{
    Leaf own;
    //^ use Leaf -> User.own
    object Both() => X ?? Y;
}
