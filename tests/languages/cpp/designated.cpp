// check: use

struct Opts {
    int timeout;
    int addr;
};

void run() {
    Opts first = { .timeout = 1 };
    // ^ use Opts.timeout -> run()
    auto second = Opts{ .addr = 2 };
    // ^ use Opts -> run(); use Opts.addr -> run()
}
