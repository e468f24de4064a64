export type LogFormat = 'json' | 'text'

/**
 * How this process prints. A person at a terminal reads plain lines; a program that collects the output reads JSON. Known
 * before the rest of the configuration is, and also where that is wrong.
 */
export function logFormat(env: { LOG_FORMAT?: string | undefined }, isTerminal = process.stdout.isTTY): LogFormat {
  const { LOG_FORMAT: asked } = env
  if (asked === 'json' || asked === 'text') return asked
  return isTerminal ? 'text' : 'json'
}
