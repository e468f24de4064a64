/** Longest text, in characters, that can be a stand-in: a text that a website shows instead of a page. */
const LONGEST = 600
/** Longest text, in characters, that is nothing but the labels of a form, if it has no sentence. */
const LONGEST_LABELS = 80

/** How websites say, with status 200, that there is no page at an address. */
const NOT_FOUND =
  /^(?:(?:error|fehler|erreur|errore|erro|fout|błąd|hata|ошибка|σφάλμα)[ :-]*)?404\b|\b404 (?:error|not found|page)|not found$|\bpage\b.{0,40}(?:(?:\bnot|n[’']t) (?:be )?(?:found|exist)|no longer exists)|page.{0,40}(?:introuvable|non trouvée|n[’']existe (?:pas|plus))|seite.{0,40}(?:nicht gefunden|existiert (?:leider )?nicht)|página.{0,40}(?:\bn[oã]o? (?:fue |foi |se )?(?:ha )?encontrad[ao]|\bn[oã]o? existe)|pagina.{0,40}(?:non trovata|non esiste|niet gevonden|bestaat niet)|nie znaleziono strony|strona nie istnieje|sayfa bulunamadı|страница не (?:найдена|существует)|сторінк[ау] не (?:знайден|існує)|σελίδα δεν (?:βρέθηκε|υπάρχει)|الصفحة غير موجودة|页面(?:不存在|未找到)|找不到(?:页面|頁面)|頁面不存在|ページが(?:見つかりません|存在しません)/iu

/** How websites, or what protects them, ask whether a visitor is a program, or turn one away, with status 200. */
const GUARDED =
  /^(?:just a moment|one moment, please|access denied|attention required!?|pardon our interruption|security check|checking your browser.*|verify(?:ing)? (?:that )?you are (?:a )?human|are you (?:a )?(?:human|robot)\?*|request (?:blocked|rejected|unsuccessful)|(?:ddos|bot) protection)$/iu

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
  /(?:^|[/_.-])(?:log-?in|sign-?in|logon|signon|sso|auth|authenticate|anmeld(?:en|ung)|einloggen|konto|connexion|compte|acceso|cuenta|accedi|accesso|entrar|inloggen|logowanie|giris|wp-login|account)(?=$|[/_.?-])/i

/** Whether a text says that there is no page, is a form to sign in, or turns programs away: no agent should learn it. */
export const isStandIn = (shown: Shown): boolean => isMissingPage(shown) || isSignIn(shown) || isGuarded(shown)

/** Whether a short text, in place of a page, asks whether its visitor is a program, or turns one away. */
export const isGuarded = (shown: Shown): boolean => someName(shown, (name) => GUARDED.test(name))

/** Whether a short text says, in its title or first line, that there is no page at the address. */
export const isMissingPage = (shown: Shown): boolean => someName(shown, (name) => NOT_FOUND.test(name))

/**
 * Whether a short text is a form to sign in, by its title or first line. Words of pages about signing in
 * (`PERHAPS_SIGN_IN`) count only with a password, and so does an address like `/login` that a redirect led to.
 * @param isMovedTo the address of the page where another one redirected to it, else null
 */
export function isSignIn(shown: Shown, { isMovedTo = null }: { isMovedTo?: string | null } = {}): boolean {
  const { asksForPassword, content } = shown
  if (asksForPassword && content.length <= LONGEST_LABELS && !/[.!?。！？]/u.test(content)) return true
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
    text.split(/\s+[|–—·-]\s+/).some((part) => test(part.trim().replace(/[.!…]+$/, ''))),
  )
}
