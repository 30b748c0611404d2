// Configuration of a printer's Klipper and Moonraker. board.c heats what the analog inputs 0 and 1 measure with the lines 0 and 1.

type Volume = Readonly<Record<'x' | 'y' | 'z', number>>

/** Five steps per millimeter: no motor moves, and each step wakes the firmware. */
const stepper = (axis: keyof Volume, line: number, length: number) => `[stepper_${axis}]
step_pin: gpio${line}
dir_pin: gpio${line + 1}
enable_pin: !gpio${line + 2}
endstop_pin: gpio${line + 3}
microsteps: 1
rotation_distance: 40
position_min: -5
position_endstop: 0
position_max: ${length}
`

/** A printer without switches: homing does not move it. It prints at `speed` times the speed of its files. */
export const printerConfiguration = ({
  serial,
  files,
  volumeMm: { x, y, z },
  speed,
}: {
  readonly serial: string
  readonly files: string
  readonly volumeMm: Volume
  readonly speed: number
}): string => `[mcu]
serial: ${serial}

[printer]
kinematics: cartesian
max_velocity: 1000
max_accel: 20000
max_z_velocity: 200
max_z_accel: 5000

${stepper('x', 10, x)}
${stepper('y', 20, y)}
${stepper('z', 30, z)}
[adc_temperature board]
temperature1: 0
voltage1: 0
temperature2: 500
voltage2: 5

[extruder]
step_pin: gpio40
dir_pin: gpio41
enable_pin: !gpio42
microsteps: 1
rotation_distance: 20
nozzle_diameter: 0.4
filament_diameter: 1.75
max_extrude_only_distance: 100
heater_pin: gpio0
sensor_type: board
sensor_pin: analog0
control: watermark
min_temp: 0
max_temp: 300

[heater_bed]
heater_pin: gpio1
sensor_type: board
sensor_pin: analog1
control: watermark
min_temp: 0
max_temp: 130

[fan]
pin: gpio8

[homing_override]
axes: xyz
set_position_x: 0
set_position_y: 0
set_position_z: 0
gcode:
  G90

[delayed_gcode speed]
initial_duration: 1
gcode:
  M220 S${speed * 100}

[virtual_sdcard]
path: ${files}

[pause_resume]
[display_status]
`

/** `dev_mode`: announcements are read from a file, and not from another machine. */
export const moonrakerConfiguration = ({
  port,
  socket,
}: {
  readonly port: number
  readonly socket: string
}): string => `[server]
host: 127.0.0.1
port: ${port}
klippy_uds_address: ${socket}

[machine]
provider: none
validate_service: False

[authorization]
trusted_clients: 127.0.0.1

[announcements]
dev_mode: True

[file_manager]
[history]
`
