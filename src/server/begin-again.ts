/**
 * Settings of the C library's memory allocator (glibc), which reads them only when a process starts. All threads share
 * one arena instead of having one each, and free memory goes back to the system. Measured under load, of 500 MB: two
 * arenas save 60 MB, and one arena 15 MB more.
 */
const ALLOCATOR = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
}

/**
 * Replaces this process by a new one (`execve`) with those of these settings that the operator has not set. Does
 * nothing if `MALLOC_ARENA_MAX` is set, by the operator or because this process is the new one; if the system is not
 * Linux or Node lacks `execve`; or under a parent with a channel to the process, such as Node's watch mode, because the
 * channel would be lost.
 */
export function beginWithLeanAllocator(): void {
  const { env, execPath, execArgv, argv } = process
  if (process.platform !== 'linux' || process.connected || env.MALLOC_ARENA_MAX || !process.execve) return
  // An empty setting would otherwise remain, and the new process begin again as well.
  const settings = { ...ALLOCATOR, ...env, MALLOC_ARENA_MAX: ALLOCATOR.MALLOC_ARENA_MAX }
  process.execve(execPath, [execPath, ...execArgv, ...argv.slice(1)], settings as Record<string, string>)
}
