#ifndef LIST_H
#define LIST_H
//^ macro LIST_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct list list;
//^ type list

struct item {
//^ struct item
    void *value;
    //^ field item.value
    struct item *next;
    //^ field item.next
};

typedef void (*visit_fn)(void *value);
//^ type visit_fn

list *list_new(void);
//^ function list_new
API_EXPORT size_t list_size(const list *self);
//^ function list_size
extern int list_count;
//^ constant list_count
void list_each(list *self, visit_fn visit) __attribute__((nonnull));
//^ function list_each

static inline int list_is_empty(const list *self)
//^ function list_is_empty
{
    return list_size(self) == 0;
    //^ call list.c#list_size -> list_is_empty
}

#define list_for(it, l) for ((it) = list_head(l); (it); (it) = (it)->next)
//^ macro list_for; call list.c#list_head -> list_for
#define LIST_MAX 16
//^ macro LIST_MAX

struct item *list_head(list *self);
//^ function list_head

#ifdef __cplusplus
}
#endif
#endif
