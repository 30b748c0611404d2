// The board that Klipper's firmware for Linux (klipper.elf) drives, preloaded into it: lines of /dev/gpiochip0 and analog inputs. Line n
// heats the sensor of analog input n, for n below CHANNELS; no other line has an effect. The board's clock stands still while a busy
// machine does not run the firmware, which would shut down because of a step that is a millisecond late.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define FDS 1024
#define LINES 64
#define CHANNELS 8

// As in printer.cfg: 0 to 500 degrees Celsius are 0 to 4095.
#define FULL_SCALE 4095
#define HOTTEST 500.0
// A heater that is on goes from AMBIENT towards AMBIENT + RISE, with the time constant LAG in seconds: 200 degrees in some ten seconds.
#define AMBIENT 25.0
#define RISE 500.0
#define LAG 20.0

// How late a timer may seem to be, in nanoseconds.
#define LATEST 200000
#define SECOND 1000000000LL

enum kind { OTHER, CHIP, LINE, CHANNEL };

static struct {
  uint8_t kind;
  uint8_t number;
} opened[FDS];
static uint8_t levels[LINES];
static struct {
  double temperature, at;
} heaters[CHANNELS];

static void *next(const char *name) { return dlsym(RTLD_NEXT, name); }

// In nanoseconds: how far the board's clock is behind, its last reading, and when the firmware's timer is due.
static int64_t behind, last, due;

static int64_t nanoseconds(struct timespec time) { return time.tv_sec * SECOND + time.tv_nsec; }
static struct timespec timespec_of(int64_t time) {
  return (struct timespec){.tv_sec = time / SECOND, .tv_nsec = time % SECOND};
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*real)(clockid_t, struct timespec *);
  if (real == NULL) real = next("clock_gettime");
  int result = real(clock, time);
  if (clock != CLOCK_MONOTONIC || result != 0) return result;
  int64_t now = nanoseconds(*time) - behind;
  int64_t latest = (last > due ? last : due) + LATEST;
  if (due != 0 && now > latest) {
    behind += now - latest;
    now = latest;
  }
  last = now;
  *time = timespec_of(now);
  return 0;
}

int timer_settime(timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  static int (*real)(timer_t, int, const struct itimerspec *, struct itimerspec *);
  if (real == NULL) real = next("timer_settime");
  due = nanoseconds(value->it_value);
  struct itimerspec moved = {.it_value = timespec_of(due + behind)};
  return real(timer, flags, &moved, old);
}

static int remember(int fd, enum kind kind, int number) {
  if (fd >= 0 && fd < FDS) {
    opened[fd].kind = kind;
    opened[fd].number = number;
  }
  return fd;
}

static enum kind kind_of(int fd) { return fd >= 0 && fd < FDS ? opened[fd].kind : OTHER; }

static void heat(int channel) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  double now = time.tv_sec + time.tv_nsec / 1e9;
  double goal = AMBIENT + (levels[channel] ? RISE : 0);
  double difference = heaters[channel].temperature - goal;
  heaters[channel].temperature =
      heaters[channel].at == 0 ? AMBIENT : goal + difference * exp((heaters[channel].at - now) / LAG);
  heaters[channel].at = now;
}

static void set_line(int line, int level) {
  // The time until now is counted with the previous level.
  if (line < CHANNELS) heat(line);
  levels[line] = level;
}

static enum kind faked(const char *path, int *number) {
  if (sscanf(path, "/dev/gpiochip%d", number) == 1) return *number == 0 ? CHIP : OTHER;
  if (sscanf(path, "/sys/bus/iio/devices/iio:device0/in_voltage%d_raw", number) != 1) return OTHER;
  return *number < CHANNELS ? CHANNEL : OTHER;
}

int access(const char *path, int mode) {
  int number;
  if (faked(path, &number) != OTHER) return 0;
  return ((int (*)(const char *, int))next("access"))(path, mode);
}

static int real_open(const char *path, int flags, mode_t mode) {
  return ((int (*)(const char *, int, ...))next("open"))(path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = flags & O_CREAT ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  int number = 0;
  enum kind kind = faked(path, &number);
  return remember(real_open(kind == OTHER ? path : "/dev/null", flags, mode), kind, number);
}

static int open_line(struct gpiohandle_request *request) {
  int line = request->lineoffsets[0];
  if (line >= LINES) {
    errno = EINVAL;
    return -1;
  }
  request->fd = remember(real_open("/dev/null", O_RDWR | O_CLOEXEC, 0), LINE, line);
  if (request->flags & GPIOHANDLE_REQUEST_OUTPUT) set_line(line, request->default_values[0]);
  return request->fd < 0 ? -1 : 0;
}

int ioctl(int fd, unsigned long request, ...) {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (kind_of(fd) == CHIP && request == GPIO_GET_LINEHANDLE_IOCTL) return open_line(argument);
  if (kind_of(fd) == LINE) {
    struct gpiohandle_data *data = argument;
    int line = opened[fd].number;
    if (request == GPIOHANDLE_GET_LINE_VALUES_IOCTL) data->values[0] = levels[line];
    else set_line(line, data->values[0]);
    return 0;
  }
  return ((int (*)(int, unsigned long, ...))next("ioctl"))(fd, request, argument);
}

ssize_t pread(int fd, void *buffer, size_t size, off_t offset) {
  if (kind_of(fd) == CHANNEL) {
    int channel = opened[fd].number;
    heat(channel);
    return snprintf(buffer, size, "%d", (int)(heaters[channel].temperature / HOTTEST * FULL_SCALE + 0.5));
  }
  return ((ssize_t (*)(int, void *, size_t, off_t))next("pread"))(fd, buffer, size, offset);
}
