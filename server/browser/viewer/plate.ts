// Build plate: a grid of 10 and 50 mm that fades out around the part, and the part's shadow on it.
import {
  Color,
  DoubleSide,
  EqualStencilFunc,
  GLSL3,
  IncrementStencilOp,
  Mesh,
  PlaneGeometry,
  ShaderMaterial,
} from 'three'
import { buildVolumeMm } from '../../domain/catalog/build-volume.ts'

const [widthMm, depthMm] = buildVolumeMm

const gridFragment = `
uniform vec3 line;
uniform float reach;
in vec2 place;
out vec4 color;
float lines(float step) {
  vec2 at = place / step;
  vec2 width = fwidth(at);
  vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-6));
  float seen = 1.0 - smoothstep(0.25, 0.7, max(width.x, width.y));
  return (1.0 - min(1.0, min(near.x, near.y))) * seen;
}
void main() {
  vec2 half_ = vec2(${(widthMm / 2).toFixed(1)}, ${(depthMm / 2).toFixed(1)});
  vec2 edge = half_ - abs(place);
  if (min(edge.x, edge.y) < 0.0) discard;
  vec2 width = fwidth(place);
  float border = 1.0 - min(1.0, min(edge.x / (1.5 * width.x), edge.y / (1.5 * width.y)));
  float strength = max(max(0.32 * lines(10.0), 0.7 * lines(50.0)), border);
  float fade = 1.0 - smoothstep(0.55 * reach, reach, length(place));
  color = vec4(line, max(strength * fade, 0.9 * border));
}`

export function plate(): Mesh<PlaneGeometry, ShaderMaterial> {
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: `
out vec2 place;
void main() {
  place = position.xy;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`,
    fragmentShader: gridFragment,
    uniforms: { line: { value: new Color() }, reach: { value: 200 } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
  })
  const mesh = new Mesh(new PlaneGeometry(widthMm, depthMm), material)
  mesh.renderOrder = -2
  return mesh
}

/**
 * Draws the part a second time, flattened onto the plate. The stencil keeps overlapping triangles from darkening twice.
 */
export function shadowMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: `
void main() {
  vec3 flat_ = vec3(position.xy + vec2(0.55, 0.30) * position.z, 0.0);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(flat_, 1.0);
}`,
    fragmentShader: `
uniform float darkness;
out vec4 color;
void main() { color = vec4(0.0, 0.0, 0.0, darkness); }`,
    uniforms: { darkness: { value: 0.1 } },
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    stencilWrite: true,
    stencilRef: 0,
    stencilFunc: EqualStencilFunc,
    stencilZPass: IncrementStencilOp,
  })
}
