/** Longest text, in characters, that can be a stand-in: a text that a website shows instead of a page. */
const LONGEST = 600

/** How websites say, with status 200, that there is no page at an address. */
const NOT_FOUND =
  /^(?:error )?404\b|\b404 (?:error|not found|page)|not found$|page (?:was |is |could |can )?(?:not|n[o’']t) (?:be )?(?:found|exist)|page (?:introuvable|non trouvée)|seite (?:wurde |konnte )?nicht gefunden|página (?:no|não) encontrada|pagina (?:non trovata|niet gevonden)|nie znaleziono strony|sayfa bulunamadı|страница не найдена|σελίδα δεν βρέθηκε|الصفحة غير موجودة|页面(?:不存在|未找到)|找不到页面|ページが見つかりません/iu

/** How websites title the sign-in form that they show instead of a page for members. */
const SIGN_IN =
  /^(?:please )?(?:sign|log)[ -]?in(?: (?:page|form|required|here|now|first|to continue|(?:in)?to (?:your|my|the) \S+))?$|^(?:anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesi[oó]n|acceder|accedi|inloggen|entrar|zaloguj|giriş yap|oturum aç|войти|вход|σύνδεση|تسجيل الدخول|登录|ログイン)$/iu
/** What may be the title of such a form, or of a page about it: "Log in to Acme", "Log in with Google". */
const PERHAPS_SIGN_IN = /^(?:please )?(?:sign|log)[ -]?in\b/iu

interface Shown {
  title: string
  content: string
  asksForPassword: boolean
}

/** Words in the address of a form to sign in. */
const SIGN_IN_PATH =
  /(?:^|[/_.-])(?:log-?in|sign-?in|logon|signon|sso|auth|authenticate|anmelden|einloggen|connexion|acceso|accedi|entrar|wp-login|account)(?=$|[/_.?-])/i

/** Whether a text says that there is no page, or is a form to sign in: no agent should learn it. */
export const isStandIn = (shown: Shown): boolean => isMissingPage(shown) || isSignIn(shown)

/** Whether a short text says, in its title or first line, that there is no page at the address. */
export const isMissingPage = (shown: Shown): boolean => someName(shown, (name) => NOT_FOUND.test(name))

/**
 * Whether a short text is a form to sign in, by its title or first line. Words of pages about signing in
 * (`PERHAPS_SIGN_IN`) count only with a password, and so does an address like `/login` that a redirect led to.
 * @param isMovedTo the address of the page where another one redirected to it, else null
 */
export function isSignIn(shown: Shown, { isMovedTo = null }: { isMovedTo?: string | null } = {}): boolean {
  const { asksForPassword, content } = shown
  if (
    asksForPassword &&
    isMovedTo !== null &&
    content.length <= LONGEST &&
    SIGN_IN_PATH.test(new URL(isMovedTo).pathname)
  )
    return true
  return someName(shown, (name) => SIGN_IN.test(name) || (asksForPassword && PERHAPS_SIGN_IN.test(name)))
}

/** Whether a part of the title or of the first line of a short text passes a test. */
function someName({ title, content }: Shown, test: (name: string) => boolean): boolean {
  if (content.length > LONGEST) return false
  const firstLine = content.split('\n', 1)[0]!.replace(/^#+\s*/, '')
  // A title names the website too, before or after what the page is.
  return [title, firstLine].some((text) =>
    text.split(/\s+[|–—·-]\s+/).some((part) => test(part.trim().replace(/[.!]+$/, ''))),
  )
}
