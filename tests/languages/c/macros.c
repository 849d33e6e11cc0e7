// check: definition call use
#define TWICE(f, x) (f(x), f(x))
//^ macro TWICE
#define SQUARE(x) ((x) * mul(x, x))
//^ macro SQUARE; call mul -> SQUARE
#define LIMIT SQUARE(4)
//^ macro LIMIT; use SQUARE -> LIMIT
#define EACH(i) for (int i = 0; i < LIMIT; i++)
//^ macro EACH; use LIMIT -> EACH
#define EMPTY(x)  /* nothing */
//^ macro EMPTY
#define BODY(x) { /* a comment */ mul(x, 1); }
//^ macro BODY; call mul -> BODY

static int mul(int a, int b) { return a * b; }
//^ function mul
static int neg(int a) { return -a; }
//^ function neg

int both(int a)
//^ function both
{
    EACH(i) {
    //^ use EACH -> both
        a += mul(i, SQUARE(neg(i)));
        //^ call mul -> both; call neg -> both; use SQUARE -> both
    }
    EMPTY(a);
    //^ use EMPTY -> both
    switch_on (CASE(a)) {
        mul(1, 2);
        //^ call mul -> both
    }
    return TWICE(neg, a) + LIMIT;
    //^ use LIMIT -> both; use TWICE -> both; use neg -> both
}
