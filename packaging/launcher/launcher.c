/*
 * The front of the one-file executable. It unpacks the payload behind it once, by its hash, into a
 * private folder of the user and verifies it. It then replaces itself by the runtime, so signals,
 * exit codes and descriptors are those of the box.
 *
 * End of the file: stream (raw DEFLATE of all files in order), index (text), trailer (TRAILER bytes
 * of text: "box-payload 1 <stream offset> <stream length> <index length> <SHA-256 of index and
 * files>", padded with blanks).
 * Lines of the index: "file <octal mode> <size> <path>" in the order of the stream, "env
 * <name>=<value>", and "arg <text>": the command line of the runtime, in which {} is replaced by
 * the folder; the first one is the program. "once <text>" are the arguments with which that program
 * runs after unpacking, before it replaces this process; its result is ignored.
 *
 * "grant <command> <flag>" is a flag of the runtime for one command of the program: it follows the
 * first argument of the runtime where the user's first argument is that command.
 *
 * The payload may bring its own C library, for systems with another one, none, or one that is too
 * old: "own <text>" are the words that precede the command line then, the first one is the program
 * loader. "system <path>" is the loader of the system that the runtime expects; without this line
 * the own library is always used.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "inflate.h"
#include "sha256.h"

#define TRAILER 160
#define MAX_WORDS 4096
#define ONCE_SECONDS 60
/* Exists in the folder when the runtime does not start with the C library of the system. */
#define OWN_MARK ".own"
#define NOT_64_BIT                                                                                  \
    "this machine runs a 32-bit kernel, and the box needs a 64-bit one. A Raspberry Pi 3 or newer " \
    "gets one by the line arm_64bit=1 in config.txt on its boot partition and a restart"

struct payload {
    unsigned char *stream;
    size_t stream_length;
    char *index;
    char hash[65];
};

static void fail(const char *format, ...) {
    va_list args;
    va_start(args, format);
    fputs("box: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    exit(70);
}

static void read_at(int fd, void *to, size_t length, off_t at) {
    for (size_t done = 0; done < length;) {
        ssize_t got = pread(fd, (char *)to + done, length - done, at + (off_t)done);
        if (got <= 0) fail("the executable cannot be read: %s", got == 0 ? "it is cut short" : strerror(errno));
        done += (size_t)got;
    }
}

static struct payload read_payload(void) {
    int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    struct stat about;
    if (fd < 0 && errno == ENOENT) fail("/proc is missing, and the box needs it: mount -t proc proc /proc");
    if (fd < 0 || fstat(fd, &about) != 0) fail("the executable cannot be read: %s", strerror(errno));
    char trailer[TRAILER + 1] = {0};
    struct payload p;
    unsigned long long offset, length, index_length;
    if (about.st_size > TRAILER) read_at(fd, trailer, TRAILER, about.st_size - TRAILER);
    if (sscanf(trailer, "box-payload 1 %llu %llu %llu %64s", &offset, &length, &index_length, p.hash) != 4 ||
        strlen(p.hash) != 64 || offset + length + index_length + TRAILER != (unsigned long long)about.st_size) {
        fail("the executable is damaged, download it again: its end does not describe its content");
    }
    p.stream_length = length;
    p.index = calloc(1, index_length + 1);
    if (p.index == NULL) fail("out of memory");
    read_at(fd, p.index, index_length, (off_t)(offset + length));
    long page = sysconf(_SC_PAGESIZE);
    off_t aligned = (off_t)(offset - offset % (unsigned long long)page);
    unsigned char *mapped = mmap(NULL, length + (size_t)(offset % (unsigned long long)page), PROT_READ, MAP_PRIVATE, fd, aligned);
    if (mapped == MAP_FAILED) fail("the executable cannot be mapped: %s", strerror(errno));
    p.stream = mapped + offset % (unsigned long long)page;
    close(fd);
    return p;
}

/* The next line of the index, terminated in place; NULL after the last one. */
static char *next_line(char **rest) {
    char *line = *rest, *end = line == NULL ? NULL : strchr(line, '\n');
    if (end == NULL) return NULL;
    *end = 0;
    *rest = end + 1;
    return line;
}

/* Reads a "file" line; the path, or NULL for another kind of line. */
static const char *file_line(const char *line, unsigned *mode, unsigned long long *size) {
    int path = 0;
    if (sscanf(line, "file %o %llu %n", mode, size, &path) != 2 || path == 0) return NULL;
    const char *name = line + path;
    if (name[0] == '/' || name[0] == 0 || strstr(name, "..") != NULL) fail("the executable is damaged: %s", name);
    return name;
}

/* Whether a folder belongs to this user alone and its file system allows execution; creates it if
   it is missing. */
static int usable_base(const char *path) {
    struct stat about;
    struct statvfs system;
    char partial[PATH_MAX];
    if (path[0] != '/' || snprintf(partial, sizeof partial, "%s", path) >= PATH_MAX - 128) return 0;
    for (char *at = strchr(partial + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(partial, 0700);
        *at = '/';
    }
    mkdir(partial, 0700);
    if (lstat(path, &about) != 0 || !S_ISDIR(about.st_mode)) return 0;
    if (about.st_uid != geteuid() || (about.st_mode & 022) != 0 || access(path, W_OK | X_OK) != 0) return 0;
    return statvfs(path, &system) == 0 && (system.f_flag & ST_NOEXEC) == 0;
}

static void choose_base(char base[PATH_MAX]) {
    const char *wanted = getenv("BOX_UNPACK_DIR");
    if (wanted != NULL && *wanted != 0) {
        snprintf(base, PATH_MAX, "%s", wanted);
        if (usable_base(base)) return;
        fail("BOX_UNPACK_DIR must be a full path of a folder of this user that nobody else writes to, without noexec: %s", wanted);
    }
    const char *places[][2] = {{getenv("CACHE_DIRECTORY"), ""}, {getenv("XDG_CACHE_HOME"), "/box"},
                               {getenv("HOME"), "/.cache/box"}, {"/var/cache", "/box"}, {"/tmp", NULL}};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (places[i][0] == NULL || places[i][0][0] == 0) continue;
        if (places[i][1] == NULL) snprintf(base, PATH_MAX, "%s/box-%u", places[i][0], (unsigned)geteuid());
        else snprintf(base, PATH_MAX, "%s%s", places[i][0], places[i][1]);
        if (usable_base(base)) return;
    }
    fail("no folder to unpack into: set BOX_UNPACK_DIR to a folder of this user on a file system without noexec");
}

/* Whether every file exists with its size. The content was verified when it was unpacked. */
static int is_whole(const char *folder, const char *index) {
    char *copy = strdup(index), *rest = copy, *line, path[PATH_MAX];
    int whole = copy != NULL;
    while (whole && (line = next_line(&rest)) != NULL) {
        unsigned mode;
        unsigned long long size;
        struct stat about;
        const char *name = file_line(line, &mode, &size);
        if (name == NULL) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path) fail("path too long: %s", folder);
        whole = lstat(path, &about) == 0 && S_ISREG(about.st_mode) && (unsigned long long)about.st_size == size &&
                about.st_uid == geteuid();
    }
    free(copy);
    return whole;
}

static void remove_tree(const char *path) {
    DIR *folder = opendir(path);
    struct dirent *entry;
    char child[PATH_MAX];
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
        if (snprintf(child, sizeof child, "%s/%s", path, entry->d_name) >= (int)sizeof child) continue;
        if (unlink(child) != 0) remove_tree(child);
    }
    if (folder != NULL) closedir(folder);
    rmdir(path);
}

struct unpacking {
    const char *folder;
    char *rest;
    int fd;
    unsigned long long left;
    struct sha256 hash;
};

/* Opens the file of the next "file" line; 0 when there is none. */
static int next_file(struct unpacking *u) {
    char path[PATH_MAX], *line;
    const char *name = NULL;
    unsigned mode;
    while (name == NULL && (line = next_line(&u->rest)) != NULL) name = file_line(line, &mode, &u->left);
    if (name == NULL) return 0;
    if (snprintf(path, sizeof path, "%s/%s", u->folder, name) >= (int)sizeof path) fail("path too long: %s", u->folder);
    for (char *at = strchr(path + strlen(u->folder) + 1, '/'); at != NULL; at = strchr(at + 1, '/')) {
        *at = 0;
        mkdir(path, 0700);
        *at = '/';
    }
    u->fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
    if (u->fd < 0) fail("cannot unpack %s: %s", path, strerror(errno));
    return 1;
}

static int unpack_piece(void *context, const unsigned char *bytes, size_t length) {
    struct unpacking *u = context;
    sha256_feed(&u->hash, bytes, length);
    while (length > 0) {
        while (u->left == 0) {
            if (u->fd >= 0) close(u->fd);
            u->fd = -1;
            if (!next_file(u)) return -1;
        }
        ssize_t done = write(u->fd, bytes, length < u->left ? length : (size_t)u->left);
        if (done <= 0) {
            int why = errno;
            remove_tree(u->folder);
            fail("cannot unpack into %s: %s", u->folder, strerror(why));
        }
        bytes += done;
        length -= (size_t)done;
        u->left -= (unsigned long long)done;
    }
    return 0;
}

static void unpack(const struct payload *p, const char *base, const char *folder) {
    char fresh[PATH_MAX], hash[65], *index = strdup(p->index);
    if (snprintf(fresh, sizeof fresh, "%s/.new-%d", base, (int)getpid()) >= (int)sizeof fresh || index == NULL) fail("path too long: %s", base);
    if (isatty(2)) fprintf(stderr, "box: first start of this version, unpacking into %s\n", base);
    if (mkdir(fresh, 0700) != 0) fail("cannot unpack into %s: %s", fresh, strerror(errno));
    struct unpacking u = {.folder = fresh, .rest = index, .fd = -1};
    sha256_start(&u.hash);
    sha256_feed(&u.hash, p->index, strlen(p->index));
    int broken = inflate_stream(p->stream, p->stream_length, unpack_piece, &u) != 0 || u.left != 0;
    if (u.fd >= 0) close(u.fd);
    sha256_end(&u.hash, hash);
    if (broken || strcmp(hash, p->hash) != 0) {
        remove_tree(fresh);
        fail("the executable is damaged, download it again: its content is not what its end says");
    }
    int fd = open(fresh, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) syncfs(fd);
    if (fd >= 0) close(fd);
    remove_tree(folder);
    if (rename(fresh, folder) != 0) fail("cannot unpack into %s: %s", folder, strerror(errno));
    free(index);
}

/* Removes leftovers of interrupted starts, and versions that no process uses. The base must be
   locked. */
static void sweep(const char *base, const char *keep) {
    DIR *folder = opendir(base);
    struct dirent *entry;
    char path[PATH_MAX];
    while (folder != NULL && (entry = readdir(folder)) != NULL) {
        int unfinished = strncmp(entry->d_name, ".new-", 5) == 0;
        if ((!unfinished && entry->d_name[0] == '.') || strcmp(entry->d_name, keep) == 0) continue;
        if (!unfinished && strspn(entry->d_name, "0123456789abcdef") != 32) continue;
        if (snprintf(path, sizeof path, "%s/%s", base, entry->d_name) >= (int)sizeof path) continue;
        int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0) continue;
        if (flock(fd, LOCK_EX | LOCK_NB) == 0) remove_tree(path);
        close(fd);
    }
    if (folder != NULL) closedir(folder);
}

/* Unpacks the folder if necessary and locks it: the shared lock survives exec and ends with the
   box. Returns whether it is new. */
static int prepare(const struct payload *p, char folder[PATH_MAX]) {
    char base[PATH_MAX], lock_path[PATH_MAX], name[33] = {0};
    choose_base(base);
    memcpy(name, p->hash, 32);
    if (snprintf(folder, PATH_MAX, "%s/%s", base, name) >= PATH_MAX ||
        snprintf(lock_path, PATH_MAX, "%s/.lock", base) >= PATH_MAX) fail("path too long: %s", base);
    int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (lock < 0 || flock(lock, LOCK_EX) != 0) fail("cannot lock %s: %s", lock_path, strerror(errno));
    int is_new = !is_whole(folder, p->index);
    if (is_new) {
        sweep(base, name);
        unpack(p, base, folder);
    }
    int held = open(folder, O_RDONLY | O_DIRECTORY);
    if (held < 0 || flock(held, LOCK_SH) != 0) fail("cannot hold %s: %s", folder, strerror(errno));
    close(lock);
    return is_new;
}

/* Runs a program silently and with a timeout; returns whether it ended with exit code 0. */
static int runs_well(char **args) {
    int status = -1;
    pid_t child = fork();
    if (child == 0) {
        int nowhere = open("/dev/null", O_RDWR);
        for (int fd = 0; fd < 3; fd++) dup2(nowhere, fd);
        alarm(ONCE_SECONDS);
        execv(args[0], args);
        _exit(1);
    }
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    return child > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The text with every {} replaced by the folder. */
static char *with_folder(const char *text, const char *folder) {
    char *whole = malloc(strlen(text) * (strlen(folder) + 1) + 1), *to = whole;
    if (whole == NULL) fail("out of memory");
    while (*text != 0) {
        if (text[0] == '{' && text[1] == '}') {
            to = stpcpy(to, folder);
            text += 2;
        } else *to++ = *text++;
    }
    *to = 0;
    return whole;
}

struct words {
    char *all[MAX_WORDS + 1];
    int count;
};

static void add_word(struct words *list, char *word) {
    if (list->count == MAX_WORDS) fail("too many arguments");
    list->all[list->count++] = word;
}

static void add_words(struct words *list, const struct words *more, int from) {
    for (int i = from; i < more->count; i++) add_word(list, more->all[i]);
}

struct launch {
    struct words args, once, own, grants;
    const char *system;
};

/* Reads the command lines of the index and sets the variables of the environment. */
static void read_launch(char *index, const char *folder, struct launch *to) {
    for (char *line; (line = next_line(&index)) != NULL;) {
        if (strncmp(line, "arg ", 4) == 0) add_word(&to->args, with_folder(line + 4, folder));
        else if (strncmp(line, "once ", 5) == 0) add_word(&to->once, with_folder(line + 5, folder));
        else if (strncmp(line, "own ", 4) == 0) add_word(&to->own, with_folder(line + 4, folder));
        else if (strncmp(line, "grant ", 6) == 0) add_word(&to->grants, line + 6);
        else if (strncmp(line, "system ", 7) == 0) to->system = line + 7;
        else if (strncmp(line, "env ", 4) == 0) putenv(with_folder(line + 4, folder));
    }
    if (to->args.count == 0) fail("the executable is damaged: it names no program");
}

/* Adds the flags that only a command of the user has. */
static void add_grants(struct words *command, const struct words *grants, const char *wanted) {
    size_t length = strlen(wanted);
    for (int i = 0; i < grants->count; i++) {
        char *grant = grants->all[i];
        if (strncmp(grant, wanted, length) == 0 && grant[length] == ' ') add_word(command, grant + length + 1);
    }
}

/* Whether the runtime needs the C library of the payload. A new version tries that of the system
   once and notes the result in its folder. */
static int needs_own(const struct launch *launch, const char *folder, int try_system) {
    char mark[PATH_MAX];
    if (launch->own.count == 0) return 0;
    if (launch->system == NULL || access(launch->system, X_OK) != 0) return 1;
    if (snprintf(mark, sizeof mark, "%s/%s", folder, OWN_MARK) >= (int)sizeof mark) fail("path too long: %s", folder);
    char *version[] = {launch->args.all[0], "--version", NULL};
    if (try_system && !runs_well(version)) {
        int fd = open(mark, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
        if (fd >= 0) close(fd);
    }
    return access(mark, F_OK) == 0;
}

/* Passes on the capabilities that the file of this program has, as in a container: without this
   they end with it. Failures leave the box without them, and it says which port it cannot use. */
static void pass_capabilities(void) {
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[2];
    static const int wanted[] = {CAP_NET_BIND_SERVICE, CAP_NET_RAW};
    if (geteuid() == 0 || syscall(SYS_capget, &header, sets) != 0) return;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        sets[0].inheritable |= sets[0].permitted & 1u << wanted[i];
    }
    if (syscall(SYS_capset, &header, sets) != 0) return;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if ((sets[0].permitted & 1u << wanted[i]) != 0) prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, wanted[i], 0, 0);
    }
}

/* Ends here on a 32-bit kernel, before anything is unpacked. */
static void check_kernel(void) {
#ifdef __arm__
    struct utsname about;
    if (uname(&about) == 0 && strncmp(about.machine, "armv", 4) == 0 && strncmp(about.machine, "armv8", 5) != 0) fail(NOT_64_BIT);
#endif
}

int main(int argc, char **argv) {
    static struct launch launch;
    static struct words command, once;
    char folder[PATH_MAX];
    int unpack_only = getenv("BOX_UNPACK_ONLY") != NULL;
    /* An emulator of one program names another kernel than the one that runs the runtime. */
    if (!unpack_only) check_kernel();
    struct payload p = read_payload();
    int is_new = prepare(&p, folder);
    read_launch(p.index, folder, &launch);
    /* They are for the launcher only: the box rejects unknown variables of its own. */
    unsetenv("BOX_UNPACK_ONLY");
    unsetenv("BOX_UNPACK_DIR");
    if (needs_own(&launch, folder, is_new && !unpack_only)) add_words(&command, &launch.own, 0);
    add_word(&command, launch.args.all[0]);
    add_words(&once, &command, 0);
    add_words(&once, &launch.once, 0);
    if (launch.args.count > 1) add_word(&command, launch.args.all[1]);
    if (argc > 1) add_grants(&command, &launch.grants, argv[1]);
    add_words(&command, &launch.args, 2);
    if (unpack_only) {
        for (int i = 0; i < command.count; i++) puts(command.all[i]);
        return 0;
    }
    if (is_new && launch.once.count > 0) runs_well(once.all);
    for (int i = 1; i < argc; i++) add_word(&command, argv[i]);
    const char *program = command.all[0];
    pass_capabilities();
    command.all[0] = argv[0];
    execv(program, command.all);
    if (errno == ENOEXEC) fail(NOT_64_BIT);
    fail("cannot start %s: %s", program, strerror(errno));
}
