#include "list.h"
//^ import list.h
#include <stdlib.h>
#include <stdio.h>

struct list {
//^ struct list
    struct item *head;
    //^ field list.head
    visit_fn on_add;
    //^ field list.on_add
};

int list_count = 0;
//^ constant list_count

static void grow(list *self);
//^ function grow~2

list *list_new(void)
//^ function list_new
{
    list *self = malloc(sizeof(list));
    list_count++;
    grow(self);
    //^ call grow -> list_new
    return self;
}

size_t list_size(const list *self) { return self->head ? LIST_MAX : 0; }
//^ function list_size

struct item *(list_head)(list *self) { return self->head; }
//^ function list_head

static void grow(list *self)
//^ function grow
{
    struct item *it;
    list_for (it, self) {
        self->on_add(it->value);
    }
    if (list_is_empty(self))
    //^ call list.h#list_is_empty -> grow
        printf("empty\n");
}

void list_each(list *self, visit_fn visit)
//^ function list_each
{
    visit(self->head->value);
}
