#define OF(args) args
//^ macro OF
local int first OF((int a, char *b));
//^ function first~2
struct unit { int n; };
//^ field unit.n; struct unit

int first(a, b)
//^ function first
    int a;
    char *b;
{
    return second(a);
    //^ call second -> first
}

static long second(x)
//^ function second
    int x;
{
    return first(x, "");
    //^ call first -> second
}

unsigned WINAPI third(struct unit *u)
//^ function third
{
    return first(u->n, 0);
    //^ call first -> third
}
