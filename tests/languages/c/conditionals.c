#if defined(_WIN32)
static void pause_for(int ms) { Sleep(ms); }
//^ function pause_for
#else
static void pause_for(int ms) { usleep(ms); }
//^ function pause_for~2
#endif

#ifdef FAST
#define step(x) (x)
//^ macro step
#else
static int step(int x) { return x + 1; }
//^ function step~2
#endif

#if 0
static void gone(void) { }
#endif

#ifdef DEBUG
static void start(int level) {
//^ function start
#else
static void start(void) {
#endif
    pause_for(1);
    //^ call pause_for~2 -> start
    step(2);
    gone();
}

int run(int a,
//^ function run
#ifdef WIDE
        long b,
#endif
        int c)
{
    if (a) {
        start();
        //^ call start -> run
#ifdef EXTRA
    } else if (c) {
        run(1, 2);
        //^ call run -> run
#endif
    }
    return 0;
}
