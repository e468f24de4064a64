/** Words that say nothing of what a sentence is about, without accents, in nine languages that are written with spaces. */
export const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a an the of to in and or nor is are was were be been being am for on with as by at from into onto that this these those it its
  you your yours they their them theirs he him his she her hers we our ours us i me my mine can could may might will would shall should must
  have has had do does did if then than also such which who whom whose there here but so about more most any all some other
  how what when where why while because however yes s t d m re ve ll don doesn didn isn aren wasn weren couldn wouldn shouldn won both each every very just only too either once since until
  der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren sein wird werden wurde wurden hat haben
  hatte kann konnen muss mussen soll sollen darf durfen ich mich mir mein wir uns unser unsere sie ihr ihre ihren ihrem ihnen es er
  im am auf aus bei beim bis durch fur gegen mit nach seit um unter uber vom von vor zu zum zur zwischen als auch da dann dass denn
  noch nur schon sehr wenn weil dies diese dieser dieses diesen was wer wie wo wann welche auch sowie ja
  el la los las un una unos unas del al y o e u que es son era fue ser esta estan esto este estos estas ese esa su sus se lo le les me mi
  nos nuestro nuestra usted ustedes como para por con en de desde hasta mas pero si cuando donde cual quien muy tambien ya hay puede pueden
  le les une des du et ou est sont etait ont il elle ils elles on nous vous je ce cet cette ces qui dans pour par sur avec au aux
  mais plus tres aussi leur leurs son sa ses votre vos notre nos se ne peut peuvent
  il lo gli della delle dei degli nel nella nelle sul sulla ed che sono era essere questo questa questi queste per con da di si ci vi puo possono anche piu molto
  os um uma uns umas da dos das no na nos nas ao aos e ou que sao foi ser isso isto seu sua seus suas voce voces pode podem tambem mais muito para por com
  het een van en zijn wordt worden deze dit dat die er ook maar voor naar bij uit om te hij zij wij u uw kan kunnen
  i w z na do sie jest sa to ten ta te oraz lub dla przez przy jako ktory ktora ktore moze moga
  ve bir bu su da de ile icin olarak olan var mi
  и в на с по для из от к у о это эта этот эти он она они мы вы как что или а но же так также может могут быть был была было
  та і у з за до від це цей ця ці він вона вони ми ви як що або але також може можуть бути`.split(/\s+/),
)
