"""The standard C library: which header declares a function."""

from __future__ import annotations

from functools import cache

_HEADERS = """
assert.h: assert
ctype.h: isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit tolower toupper
dirent.h: closedir opendir readdir rewinddir scandir
dlfcn.h: dlclose dlerror dlopen dlsym
errno.h: errno
fcntl.h: creat fcntl open openat
inttypes.h: imaxabs strtoimax strtoumax
locale.h: localeconv setlocale
math.h: acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh erf exp exp2 expm1 fabs fabsf floor floorf fma
  fmax fmin fmod frexp hypot isfinite isinf isnan ldexp llround log log10 log1p log2 lround modf nan pow remainder rint
  round sin sinh sqrt sqrtf tan tanh trunc
poll.h: poll ppoll
pthread.h: pthread_attr_init pthread_cond_broadcast pthread_cond_destroy pthread_cond_init pthread_cond_signal
  pthread_cond_timedwait pthread_cond_wait pthread_create pthread_detach pthread_exit pthread_getspecific pthread_join
  pthread_key_create pthread_mutex_destroy pthread_mutex_init pthread_mutex_lock pthread_mutex_trylock pthread_mutex_unlock
  pthread_once pthread_rwlock_rdlock pthread_rwlock_unlock pthread_rwlock_wrlock pthread_self pthread_setspecific
setjmp.h: longjmp setjmp siglongjmp sigsetjmp
signal.h: kill raise sigaction sigaddset sigemptyset sigfillset signal sigprocmask
stdarg.h: va_arg va_copy va_end va_start
stddef.h: offsetof
stdio.h: clearerr fclose fdopen feof ferror fflush fgetc fgets fileno fopen fprintf fputc fputs fread freopen fscanf fseek
  fseeko fsetpos ftell ftello fwrite getc getchar getline pclose perror popen printf putc putchar puts remove rename rewind
  scanf setbuf setvbuf snprintf sprintf sscanf tmpfile tmpnam ungetc vfprintf vprintf vsnprintf vsprintf asprintf vasprintf
  dprintf
stdlib.h: abort abs aligned_alloc atexit atof atoi atol atoll bsearch calloc div exit _Exit free getenv labs llabs malloc
  mkstemp posix_memalign putenv qsort rand random realloc realpath setenv srand srandom strtod strtof strtol strtold strtoll
  strtoul strtoull system unsetenv
string.h: memchr memcmp memcpy memmem memmove memset stpcpy strcat strchr strcmp strcoll strcpy strcspn strdup strerror
  strerror_r strlen strncat strncmp strncpy strndup strnlen strpbrk strrchr strsep strsignal strspn strstr strtok strtok_r
  strxfrm
strings.h: bcmp bcopy bzero ffs index rindex strcasecmp strncasecmp
sys/mman.h: mmap mprotect munmap
sys/socket.h: accept bind connect getpeername getsockname getsockopt listen recv recvfrom recvmsg send sendmsg sendto
  setsockopt shutdown socket socketpair
sys/stat.h: chmod fchmod fstat lstat mkdir stat umask
sys/time.h: gettimeofday setitimer utimes
sys/wait.h: wait waitpid
time.h: asctime clock clock_gettime ctime difftime gmtime gmtime_r localtime localtime_r mktime nanosleep strftime strptime
  time timegm tzset
unistd.h: access alarm chdir chown close dup dup2 execl execv execve execvp _exit fork fsync ftruncate getcwd getegid
  geteuid getgid gethostname getopt getpagesize getpid getppid getuid isatty link lseek pause pipe pread pwrite read
  readlink rmdir select setgid setsid setuid sleep symlink sync sysconf truncate ttyname unlink usleep write
wchar.h: mbrtowc mbstowcs wcscmp wcscpy wcslen wcsncpy wcstombs wmemcpy
"""


@cache
def library_headers() -> dict[str, str]:
    """The header of each function of the standard library."""
    found: dict[str, str] = {}
    for line in _HEADERS.replace("\n  ", " ").strip().splitlines():
        header, _, names = line.partition(": ")
        found.update(dict.fromkeys(names.split(), header))
    return found
