/** Longest line that is looked at: what programs write above a quote or below a text is short. */
const LONGEST = 400
/** A header of a quoted mail, such as `From: Ann`, in any language, perhaps in bold. */
const LABELLED = /^\s*[*_]{0,2}([\p{L}][\p{L}\p{M} .'’/-]{0,30}?)\s?[*_]{0,2}\s?[:：][*_]{0,2}\s*(.*)$/u
const ADDRESS = /[^\s<>@"]@[^\s<>@"]/
const BRACKETED = /[<([]\s*(?:mailto:)?[^\s<>@]+@[^\s<>@]+[>)\]]/
const TIME = /\p{Nd}{1,2}\s?[:.h時시点點]\s?\p{Nd}{2}/u
const DATE = /(?<!\p{Nd})\p{Nd}{4}(?!\p{Nd})|\p{Nd}{1,4}[./-]\p{Nd}{1,2}|\p{Nd}{1,2}\. \p{Nd}{1,2}\./u
/** The words for the sender of a quoted mail, by which its headers are known without a line above them. */
const FROM =
  /^(from|von|de|da|van|od|från|fra|lähettäjä|kimden|gönderen|от|від|από|feladó|de la|expéditeur|mittente|remitente|afzender|saatja|no|nuo|差出人|送信者|发件人|發件人|寄件者|보낸 사람|보낸사람|מאת|من|จาก|từ|dari|ad)$/iu
const FORWARD_SUBJECT =
  /^\s*(fwd?|wg|tr|rv|i|enc|vs|vb|vl|doorst|ilt|i̇lt|pd|fs|továbbítás|edasi|tov|redirecționat|proslijeđeno|posr|persiųsta|pārsūt|πρθ|προώθ|הועבר|إعادة توجيه|ส่งต่อ|chuyển tiếp|전달|转发|轉寄|转寄|転送|전달|пересл|fw)\s*[:：]/iu
const FORWARD_WORD =
  /forward|weitergeleitet|transféré|transmis|reenviad|encaminhad|inoltrat|doorgestuurd|vidarebefordra|videresend|välitetty|przekazan|пересла|пересыл|перенаправ|iletilen|přeposlan|továbbított|转发|轉寄|転送|전달/iu
/** The names of what mails are written on or with. */
const DEVICE =
  /iphon|ipad|apple watch|samsung|galaxy|android|huawei|xiaomi|redmi|oneplus|oppo|motorola|nokia|pixel|blackberry|windows|outlook|yahoo|gmail|proton|gmx|web\.de|\baol\b|mail\.ru|spark|k-9|fairemail|thunderbird|smartphone|handy|mobil|móvil|mòbil|celular|cellulare|telemóvel|my phone|fairphone|téléphone|teléfono|telefoo?n|телефон|κινητό|הטלפון|هاتف|โทรศัพท์|điện thoại|手机|手機|휴대|スマートフォン|モバイル|bluemail|zoho|\btuta|vivo|mail[ -]app|mail orange|mail business app|яндекс|surface|courrier|e-post för/iu
/** How a program begins or ends to say what a mail was sent with, in many languages. */
const SENT_FIRST =
  /^(this (e-?)?mail was )?sent (from|with|via|by|using|on)\b|^(get|download|gesendet|verschickt|geschickt|envoyé|envia(do|t)|inviat[oa]|verzonden|verstuurd|skickat|sendt|lähetetty|отправлено|надіслано|wysłan[eoy]|odesláno|odoslané|posl(á|a)no|küldve|elküldve|trimis|saadetud|nosūtīts|išsiųsta|изпратено|послато|bidalia|skickades|provenance :|ارسال شده|στάλθηκε|发自|發自|寄自|从|從|נשלח|أُ?رسل|مرسل|ส่งจาก|(đã )?gửi từ|dikirim)/iu
const SENT_LAST =
  /(gesendet|geschickt|verschickt|verzonden|küldve|gönderildi|送信|发送|發送|傳送|보냄|보낸 메일|भेजा गया)[.。]?$/iu
const OUTLOOK_APP =
  /\boutlook\b.*\b(ios|android)\b|\b(ios|android)\b.*\boutlook\b|^yahoo mail: search, organize, conquer/i
/** Marks that turn the direction of writing, which stand between letters and colons in Hebrew and Arabic. */
const TURNS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A line without the marks of quoting before it. */
export const unquoted = (text: string): string => text.replace(/^(?:[ \t]?>)+ ?/, '')

const isShort = (text: string) => text.length <= LONGEST
const plain = (text: string) => unquoted(text).replace(TURNS, '').trim()

/** Whether a line, or a few joined, say who wrote what follows and when, as programs do above a quote. */
export function isAttribution(text: string): boolean {
  if (!isShort(text)) return false
  const line = plain(text)
  const ends = /[:：]$/.test(line)
  if (!ends && !BRACKETED.test(line)) return false
  return (DATE.test(line) && (TIME.test(line) || ADDRESS.test(line) || ends)) || (ends && BRACKETED.test(line))
}

/** Whether an attribution names a day. */
export const saysWhen = (text: string): boolean => DATE.test(plain(text))

/** Whether a line says who wrote and when so plainly that what follows is quoted without any mark, as Yahoo does. */
export const isWholeAttribution = (text: string): boolean => {
  const line = isShort(text) ? plain(text) : ''
  return BRACKETED.test(line) && TIME.test(line) && DATE.test(line) && /[:：]$/.test(line)
}

/** Whether a line is drawn around who wrote and when, as Zoho and GroupWise do. */
export const isDrawnAttribution = (text: string): boolean =>
  isShort(text) &&
  /^(-{3,}\s.*\s-{3,}|>{3}\s.*\s>{3})$/.test(text.trim()) &&
  BRACKETED.test(text) &&
  TIME.test(text) &&
  DATE.test(text)

/** Whether a line is drawn with words in it: `-----Original Message-----`. */
export const isWordedDivider = (text: string): boolean =>
  isShort(text) && /^[-‐–—]{4,}\s?[^\s‐–—-]/.test(text.trim()) && /[-‐–—]{4}$/.test(text.trim())

/** Whether a line says that what follows was forwarded. */
export const saysForwarded = (text: string): boolean =>
  isShort(text) && FORWARD_WORD.test(text) && (isWordedDivider(text) || /[:：]\s*$/.test(text))

export const isForwardSubject = (subject: string): boolean => FORWARD_SUBJECT.test(subject)

/**
 * Whether lines begin with the headers of a quoted mail. A line drawn above them, or a known word for the sender, makes
 * three of them enough; without either they must look like Outlook's: sender with address, time, recipient, subject.
 */
export function beginsWithHeaders(lines: readonly string[], isDivided: boolean): boolean {
  const headers: { label: string; value: string }[] = []
  for (const line of lines) {
    const [, label, value] = (isShort(line) && LABELLED.exec(plain(line))) || []
    if (label === undefined) break
    headers.push({ label, value: value! })
  }
  const values = headers.map(({ value }) => value)
  const isDated = values.some((value) => TIME.test(value) || DATE.test(value))
  if (headers.length < 3 || !isDated) return false
  // GMX and WEB.DE name the time before the sender.
  if (isDivided || headers.slice(0, headers.length > 3 ? 2 : 1).some(({ label }) => FROM.test(label))) return true
  return headers.length >= 4 && BRACKETED.test(values[0]!) && TIME.test(values[1]!)
}

/** Whether a line was written by a telephone or program and not by its owner: "Sent from my iPhone". */
export const isMobileFooter = (text: string): boolean => {
  if (!isShort(text)) return false
  const line = plain(text.replace(/[<([]?https?:[^\s>)\]]+[>)\]]?/g, ''))
  if (line.length === 0 || line.length > 100 || /[?？]/.test(line)) return false
  return OUTLOOK_APP.test(line) || (DEVICE.test(line) && (SENT_FIRST.test(line) || SENT_LAST.test(line)))
}
