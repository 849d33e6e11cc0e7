function(put x)
#^ function put
endfunction()
macro(twice)
#^ macro twice
endmacro()
add_library(shop STATIC a.c)
#^ type shop
add_executable(app main.c)
#^ type app
set(LIMIT 3)
#^ constant LIMIT
