/** Endings of files that a program opens by doing what they say: programs, scripts, pages, disk images, macros. */
const RISKY = new Set(
  [
    'ade adp apk app appimage application appref-ms appx bat bash bin cab chm class cmd com command cpl crx csh deb dll dmg',
    'docm dotm exe gadget hta htm html img inf ins iqy isp iso jar jnlp js jse jsp ksh lib library-ms lnk mad maf mag mam',
    'maq mar mas mat mau mav maw mda mdb mde mht mhtml mjs msc msh msi msix msp mst nsh ocx one osx out php phtml pif pkg pl',
    'potm ppam ppsm pptm ps1 ps2 psc1 psd1 psm1 py pyc pyw pyz rb rdp reg rpm run scf scpt scr sct search-ms',
    'settingcontent-ms sh shb shs shtml sldm slk svg svgz swf sys terminal url vb vbe vbs vhd vhdx vmdk vxd webloc website',
    'wim ws wsc wsf wsh xap xbap xht xhtml xla xlam xll xlsb xlsm xltm xpi xsl xslt zsh',
  ].flatMap((line) => line.split(' ')),
)

/** The ending of a file's name in lower case, as a system reads it that ignores dots and spaces behind it. */
export const endingOf = (name: string): string =>
  /\.([^.]+)$/
    .exec(name.replace(/[.\s]+$/, ''))?.[1]
    ?.trim()
    .toLowerCase() ?? ''

/** Whether a file's name alone says that opening it may do harm. */
export const isRiskyName = (name: string): boolean => RISKY.has(endingOf(name))
