/** A colour in the perceptual space OKLCH (CSS Color 4): lightness from 0 to 1, chroma, and hue in radians. */
interface Oklch {
  lightness: number
  chroma: number
  hue: number
}

type Triple = readonly [number, number, number]

/** Returns red, green and blue as linear light from 0 to 1, of a colour such as `#2337c6` (sRGB, IEC 61966-2-1). */
function toLinear(hex: string): Triple {
  const channel = (start: number) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return [channel(1), channel(3), channel(5)]
}

function toHex(linear: Triple): string {
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055
    return Math.round(Math.min(Math.max(encoded, 0), 1) * 255)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2, "contrast ratio" and "relative luminance"). */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [one, other].map(luminanceOf).sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = toLinear(hex)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns a colour such as `#2337c6` in OKLCH. The matrices are those of https://bottosson.github.io/posts/oklab/. */
export function toOklch(hex: string): Oklch {
  const [red, green, blue] = toLinear(hex)
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  return { lightness, chroma: Math.hypot(a, b), hue: Math.atan2(b, a) }
}

function toLinearRgb({ lightness, chroma, hue }: Oklch): Triple {
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s
  ]
}

// The rounding of the matrices puts the edge of sRGB slightly outside of 0 to 1.
const isDisplayable = (linear: Triple) => linear.every((value) => value > -0.0005 && value < 1.0005)

/** Returns a colour as `#rrggbb`, with less chroma if sRGB does not have it (CSS Color 4, section 13.2). */
export function fromOklch({ lightness, chroma, hue }: Oklch): string {
  let low = 0
  let high = chroma
  for (let step = 0; step < 20 && !isDisplayable(toLinearRgb({ lightness, chroma: high, hue })); step += 1) {
    const middle = (low + high) / 2
    if (isDisplayable(toLinearRgb({ lightness, chroma: middle, hue }))) low = middle
    else high = middle
  }
  return toHex(toLinearRgb({ lightness, chroma: high, hue }))
}
