// check: use

struct opts {
    int timeout;
    int addr;
};
typedef struct {
    int x;
} point;
int timeout;

static struct opts global = { .timeout = 3 };
// ^ use opts -> global; use opts.timeout -> global

void run(void) {
    struct opts o = { .timeout = 1, .addr = 2 };
    // ^ use opts -> run; use opts.timeout -> run; use opts.addr -> run
    point p = (point){ .x = 1 };
    // ^ use point -> run; use point.x -> run
    int list[] = { [1] = 2 };
}
