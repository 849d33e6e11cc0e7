/* Macros that stand before and behind names are used, though the grammar does not see them. */
/* check: definition use */
#define API __attribute__((visibility("default")))
//^ macro API
#define GUARDED_BY(lock)
//^ macro GUARDED_BY
#define DEPRECATED(text)
//^ macro DEPRECATED
API int one(void);
//^ use API -> module; function one~2
API int one(void) { return 1; }
//^ use API -> module; function one
DEPRECATED("use one") static int two(void) { return 2; }
//^ use DEPRECATED -> module; function two
struct API box {
//^ use API -> box; struct box
    int lock;
    //^ field box.lock
};
typedef API int (*callback)(int);
//^ use API -> callback; type callback
const API char *three(void) { return ""; }
//^ use API -> three; function three
