#include "list.h"
//^ import list.h

static void show(void *value) {}
//^ function show

/* another file has a static function of this name */
static void grow(void) {}
//^ function grow

int main(void)
//^ function main
{
    list *l = list_new();
    //^ call list.c#list_new -> main
    visit_fn f = show;
    f(l);
    grow();
    //^ call grow -> main
    list_each(l, show);
    //^ call list.c#list_each -> main
    return missing(list_size(l));
    //^ call list.c#list_size -> main
}
