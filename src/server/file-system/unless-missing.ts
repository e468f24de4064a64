/** For `catch`: undefined where a file or folder is missing. @throws any other error of the file system */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
