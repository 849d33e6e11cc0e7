module example.com/app

require example.com/patched v1.0.0

replace example.com/patched v1.0.0 => ./forks/patched
