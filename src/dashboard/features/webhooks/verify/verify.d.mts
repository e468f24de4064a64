export function verify(secret: string, headers: Readonly<Record<string, string>>, body: string, now?: number): boolean
