/**
 * Settings that the C library on Linux reads once, when a process begins. All threads share two pools of memory instead
 * of having one each, and large blocks, or those free at the end of a pool, go back to the system. Measured under load:
 * 60 MB less of 500.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/**
 * Starts the process again, in its own place, with these settings. Does nothing where somebody has chosen others, where
 * the system can't, and under a parent with a channel to the process, such as Node's watch mode, because the channel
 * would be lost.
 */
export function beginWithLeanAllocator(): void {
  const { env, execPath, execArgv, argv } = process
  if (process.platform !== 'linux' || process.connected || env.MALLOC_ARENA_MAX || !process.execve) return
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR } as Record<
    string,
    string
  >)
}
