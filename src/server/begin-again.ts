/**
 * What the C library on Linux reads once, when a process begins: two pools of memory for all threads instead of one for
 * each, and what is large, or free at the end of a pool, goes back to the system. Measured under load: 60 MB less of 500.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/**
 * Lets the process begin again, as itself, with these settings; does nothing where somebody has chosen others, where the
 * system can't, and under a parent that has a channel to it, as Node's watch mode, because that would be lost.
 */
export function beginWithLeanAllocator(): void {
  const { env, execPath, execArgv, argv } = process
  if (process.platform !== 'linux' || process.connected || env.MALLOC_ARENA_MAX || !process.execve) return
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], { ...env, ...ALLOCATOR } as Record<
    string,
    string
  >)
}
