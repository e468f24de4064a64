const BROWSERS: [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Describes a `User-Agent` header, as in "Chrome on Linux"; if it is unknown, gives its first 60 characters. */
export function describeUserAgent(header: string | null): string {
  if (!header) return 'Unknown browser'
  const browser = BROWSERS.find(([pattern]) => pattern.test(header))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(header))?.[1]
  if (!browser) return header.slice(0, 60)
  return system ? `${browser} on ${system}` : browser
}
