// Appearance of a part: a plastic surface in its spool's color with layer lines, and faults in distinct colors and
// patterns.
import { Color, DoubleSide, GLSL3, ShaderMaterial, Vector3 } from 'three'
import { faultBits, faultColors, faultOrder } from '../../../geometry/fault-kinds.ts'

const vertexShader = `
in vec4 surface;
out vec3 vNormal;
out vec3 vToEye;
out float vHeight;
flat out int vFaults;
void main() {
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  vNormal = normalMatrix * (surface.xyz / 127.0);
  vToEye = -seen.xyz;
  vHeight = position.z;
  vFaults = int(surface.w + 0.5);
  gl_Position = projectionMatrix * seen;
}`

/** Screen patterns, so that kinds differ without color. Each function returns 1 on a stripe or dot and 0 elsewhere. */
const patterns = `
float stripes(vec2 along) { return step(0.5, fract(dot(gl_FragCoord.xy, along) / (7.0 * pixelRatio))); }
float dots() {
  vec2 cell = fract(gl_FragCoord.xy / (8.0 * pixelRatio)) - 0.5;
  return 1.0 - step(0.09, dot(cell, cell));
}`

const patternOf = {
  outside: 'stripes(vec2(0.0, 1.0))',
  open_edges: 'stripes(vec2(0.7071, 0.7071))',
  non_manifold_edges: 'max(stripes(vec2(0.7071, 0.7071)), stripes(vec2(0.7071, -0.7071)))',
  thin_walls: 'dots()',
  overhangs: 'stripes(vec2(0.7071, -0.7071))',
} as const

/** The first fault in the order wins. */
const faultBranches = faultOrder
  .map((kind) => {
    const { r, g, b } = new Color(faultColors[kind])
    const rgb = [r, g, b].map((part) => part.toFixed(4)).join(', ')
    return `if ((vFaults & ${faultBits[kind]}) != 0) return vec4(${rgb}, ${patternOf[kind]});`
  })
  .join('\n  ')

const fragmentShader = `
uniform vec3 base;
uniform float showFaults;
uniform float xray;
uniform float layerMm;
uniform float pixelRatio;
uniform vec3 up;
in vec3 vNormal;
in vec3 vToEye;
in float vHeight;
flat in int vFaults;
out vec4 color;
${patterns}
vec4 fault() {
  ${faultBranches}
  return vec4(0.0, 0.0, 0.0, -1.0);
}
void main() {
  vec3 n = normalize(vNormal);
  vec3 eye = normalize(vToEye);
  bool isInside = !gl_FrontFacing;
  if (isInside) n = -n;
  vec3 paint = isInside ? base * 0.45 : base;
  float marked = -1.0;
  if (showFaults > 0.5 && vFaults != 0) {
    vec4 found = fault();
    marked = found.w;
    paint = mix(mix(base, found.rgb, 0.62), found.rgb, marked);
  }
  // Layer lines, if they are wide enough to be visible.
  float layers = vHeight / layerMm;
  float fade = 1.0 - smoothstep(0.18, 0.5, fwidth(layers));
  float groove = pow(abs(2.0 * fract(layers) - 1.0), 6.0);
  paint *= 1.0 - 0.16 * groove * fade * (1.0 - abs(dot(n, up)));
  float sky = 0.5 + 0.5 * dot(n, up);
  float key = max(0.0, dot(n, normalize(vec3(-0.45, 0.75, 0.65))));
  float fill = max(0.0, dot(n, normalize(vec3(0.8, 0.1, 0.45))));
  vec3 lit = paint * (mix(0.20, 0.50, sky) + 0.58 * key + 0.20 * fill);
  float shine = pow(max(0.0, dot(n, normalize(normalize(vec3(-0.45, 0.75, 0.65)) + eye))), 28.0);
  float rim = pow(1.0 - max(0.0, dot(n, eye)), 3.0);
  lit += 0.10 * shine + 0.07 * rim * sky;
  float alpha = 1.0;
  if (xray > 0.5) alpha = marked >= 0.0 ? 0.92 : 0.10 + 0.42 * pow(1.0 - abs(dot(n, eye)), 1.6);
  color = vec4(pow(clamp(lit, 0.0, 1.0), vec3(1.0 / 2.2)), alpha);
}`

export type PartMaterial = ShaderMaterial

export function partMaterial(): PartMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader,
    fragmentShader,
    side: DoubleSide,
    uniforms: {
      base: { value: new Color(0.6, 0.6, 0.6) },
      showFaults: { value: 1 },
      xray: { value: 0 },
      layerMm: { value: 0.2 },
      pixelRatio: { value: 1 },
      up: { value: new Vector3(0, 0, 1) },
    },
  })
}

/** Brightens black slightly. In plain light, black plastic is not pure black, and its shape would be invisible. */
export function paintOf(red: number, green: number, blue: number): Color {
  const color = new Color().setRGB(red, green, blue, 'srgb')
  const lift = 0.035
  return color.setRGB(
    lift + (0.94 - lift) * color.r,
    lift + (0.94 - lift) * color.g,
    lift + (0.94 - lift) * color.b,
  )
}
