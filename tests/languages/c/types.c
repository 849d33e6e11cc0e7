// check: definition use
typedef struct { int x, y; } point, *point_ptr;
//^ field point.x; field point.y; struct point; type point_ptr
typedef struct node { struct node *next; union { int i; double d; } as; } node;
//^ field node.as; field node.as.d; field node.as.i; field node.next; struct node; use node -> node.next
typedef enum { RED, GREEN = 4 } color;
//^ constant color.GREEN; constant color.RED; enum color
typedef unsigned long word;
//^ type word
enum state { IDLE, BUSY };
//^ constant state.BUSY; constant state.IDLE; enum state
struct flags { unsigned on : 1; int (*handler)(int); };
//^ field flags.handler; field flags.on; struct flags
union any { point p; color c; };
//^ field any.c; field any.p; struct any; use color -> any.c; use point -> any.p

point origin, corner = { 1, 2 };
//^ constant corner; constant origin; use point -> module
static const char *const names[] = { "a", "b" };
//^ constant names
extern enum state current;
//^ constant current; use state -> current

int use(point_ptr p, node *n, struct flags *f)
//^ function use; use flags -> use; use node -> use; use point_ptr -> use
{
    enum state s = BUSY;
    //^ use state -> use; use state.BUSY -> use
    n->next->as.i = p->x + GREEN;
    //^ use color.GREEN -> use; use node.as -> use; use node.next -> use; use point.x -> use
    f->handler = 0;
    //^ use flags.handler -> use
    return s == current ? corner.y : names[0][0];
    //^ use corner -> use; use current -> use; use names -> use; use point.y -> use
}
