"""Italian."""

from dnam.rules.tongues.tongue import Tongue, persons

ITALIAN = Tongue(
    code="it",
    cue=r"io|vivo|abito|risiedo|lavoro|mi|ho|sono|parlo|amo|odio|adoro|preferisco|non|mio|mia|miei|mie"
    r"|il mio|la mia|detesto"
    r"|mangio|bevo|vengo|provengo|faccio",
    openers=r"ciao|salve|buongiorno|buonasera|ehi|sì|no,|ok|ah|oh|beh|allora|comunque|a proposito|btw"
    r"|in realtà|e|ma|ragazzi|a tutti"
    r"|tutti|adesso|ora|attualmente|correzione|dal \d{4}|da (?:\p{L}+|\d+) (?:anni|mesi)",
    fillers=r"adesso|ora|attualmente|anche|molto|tanto|moltissimo|tantissimo|davvero|veramente|ancora"
    r"|un po' di|fluentemente|bene"
    r"|un sacco|purtroppo|originariamente|dal \d{4}|da (?:sempre|(?:\p{L}+|\d+) (?:anni|mesi|settimane))",
    joins=r"e|ed|ma|però|inoltre|perché",
    doubt=r"mettiamo|diciamo|poniamo|ad esempio|se|quando|vorrei|sarei|avrei|vivrei|potrei|dovrei|magari"
    r"|forse|probabilmente|credo|crede"
    r"|credono|penso|pensa|pensano"
    r"|dice|dicono|detto|diceva|disse|dico|secondo|sembra|pare|immagin\p{L}*|suppon\p{L}*|sogn\p{L}*|spero"
    r"|prima|una volta"
    r"|vivevo|abitavo|lavoravo|avevo|ero|da piccol[oa]|da bambin[oa]|oggi|ieri|domani|presto|prossim\p{L}*"
    r"|un giorno|voglio"
    r"|andrò|vivrò|o|oppure|come se|quasi|gioco|personaggio|canzone|ruolo|a volte|fing\p{L}*|chissà|scritto"
    r"|più tardi"
    r"|chied\p{L}*|temporaneamente",
    never=r"tuoi|tue|vostr\p{L}*|io|tu|lui|lei|noi|voi|loro|ti|te|lo(?! [szpgxy])|li|si|ci|vi|ne"
    r"|quest\p{L}*|quel\p{L}*|ciò|che"
    r"|chi|cosa|dove|come|perché"
    r"|non|niente|nulla|nessun\p{L}*|mai|mio|mia|miei|mie|tuo|tua|suo|sua|tutto|tutti|vita|né|me|qui|qua|là"
    r"|sono|è|ho|sto",
    nowhere=r"casa|appartamento|città|campagna|montagna|centro|periferia|estero|pace|coppia|famiglia"
    r"|affitto|paese|quartiere|hotel"
    r"|albergo|stanza|camera|mondo|remoto|notte|turni|silenzio|solitudine|peccato|paura|armonia|ufficio"
    r"|collegio|solo|sola|anni"
    r"|mesi|tempo|nero|proprio|smart|squadra|scuola|fretta|lì|vicino|lontano|nuvole|mare",
    lists={
        "COUNT": r"una?|uno|un'|due|tre|quattro|cinque|sei|[1-9]",
        "PETS": "can[ei]|cagnolin[oa]|cagna|gatt[oaie]|gattin[oaie]|cucciol[oi]|criceti?|conigli[oa]?"
        "|coniglietti?|cavall[oaie]"
        "|pappagall[oi]|tartarug(?:a|he)|pesc[ei](?: ross[oi])?|serpent[ei]|ratt[oi]|topolin[oi]|gallin[ea]"
        "|capr[ea]|asin[oi]"
        "|ana?tr[ae]|oc[ah]e?|furett[oi]|canarin[oi]|iguana|porcellin[oi] d'india",
        "KIN": "figli[oae]?|fratell[oi]|sorell[ae]|bambin[oaie]|gemell[ie]|moglie|marito|madre|padre|mamma"
        "|papà|nonn[oaie]"
        "|fidanzat[oa]|ragazz[oa]|nipot[ei]|zi[oae]|cugin[oaie]|compagn[oa]",
        "ADJ": r"(?:(?:piccol|vecchi|grand|bell)[oaie]? )?",
        "LANGS": r"(?:l'|il |lo )?(?:italiano|inglese|francese|tedesco|spagnolo|portoghese|olandese|polacco"
        r"|russo|ucraino|turco|arabo"
        "|cinese|mandarino|giapponese|coreano|greco|svedese|danese|norvegese|finlandese|ceco|ungherese"
        "|rumeno|croato|ebraico|persiano"
        "|hindi|latino|catalano|sardo|friulano|napoletano|siciliano|albanese|esperanto)",
        "DIETS": "vegetarian[oa]|vegan[oa]|pescetarian[oa]|celiac[oa]",
        "JOBS": "professor(?:e|essa)|insegnante|maestr[oa]|medico|dottor(?:e|essa)|infermier[ea]|ingegnere"
        "|student(?:e|essa)"
        "|programmat(?:ore|rice)|sviluppat(?:ore|rice)|cuoc[oa]|panettier[ea]|falegname|elettricista"
        "|avvocat[oa]|poliziott[oa]"
        "|commess[oa]|architett[oa]|grafic[oa]|parrucchier[ea]|pensionat[oa]|giornalista|contabile"
        "|meccanic[oa]|farmacista"
        "|agricolt(?:ore|rice)|idraulic[oa]|dentista|tradut(?:tore|trice)|camerier[ea]|veterinari[oa]"
        "|psicolog[oa]|musicista",
        "DATE": r"(?:\d{1,2}|1º|primo) (?:gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|agosto"
        r"|settembre|ottobre|novembre|dicembre)"
        r"(?: \d{4})?",
        "AT": "alla |al |allo |all'|nella |nel |nello |nell'",
    },
    thirds=persons(
        """
        vive=vivo abita=abito lavora=lavoro si=mi gli=mi chiama=chiamo ha=ho è=sono parla=parlo ama=amo
        odia=odio adora=adoro detesta=detesto
        """
    ),
    table=r"""
home: (?:io )?(?:vivo|abito|risiedo) (?:a |ad |in |nel |nella |nelle |negli |nei |nell')<place>
near: (?:io )?(?:vivo|abito) vicino (?:a|ad) <place>
home: (?:io )?mi sono (?:appena )?(?:trasferit[oa]|spostat[oa]) (?:a|ad|in) <place>
home over: (?:io )?non (?:vivo|abito) più (?:a|ad|in) <place>
employer: (?:io )?lavoro (?:per|presso|da) <place>
employer: (?:io )?lavoro (?:[AT])<employer>
employer: (?:io )?lavoro in <employer:(?:una? |un').+>
work: (?:io )?lavoro (?:a|ad|in) <place>
employer over: (?:io )?non lavoro più (?:[AT]|per |presso |da |in )<employer>
job: (?:io )?lavoro come <job>
job: (?:io )?sono (?:una? |un'|uno )?<listed:(?:[JOBS])(?: di \p{L}+)?>
job: (?:io )?faccio (?:il |la |l'|lo )<listed:[JOBS]>
job over: (?:io )?non (?:lavoro più come|faccio più il|faccio più la) <job>
name: (?:io )?mi chiamo (?!fuori)<name>
name: il mio nome è <name>
age: (?:io )?ho <age> anni
age: (?:io )?ho (?:appena )?compiuto <age> anni
birthday: il mio compleanno è il <listed:[DATE]>
birthday: (?:io )?(?:sono nat[oa]|compio gli anni) il <listed:[DATE]>
origin: (?:io )?(?:vengo|sono|provengo) (?:da|di|dal|dalla|dall') ?<place:(?-i:\p{Lu}).+>
origin: (?:io )?sono (?:nat[oa]|cresciut[oa]|nat[oa] e cresciut[oa]) (?:a|ad|in) <place>
language: (?:io )?parlo <listed:(?:[LANGS])(?:(?:, | e |, e )(?:[LANGS]))*>
likes: (?:a me )?mi piac(?:e|ciono) <thing>
likes: (?:io )?(?:amo|adoro|preferisco) <thing>
likes: (?:il mio|la mia) (?:\p{L}+ ){1,2}(?:preferit[oa]|favorit[oa]) è <thing>
hates: (?:io )?(?:odio|detesto|non sopporto|non amo) <thing>
hates: (?:a me )?non mi piac(?:e|ciono)(?: più)? <thing>
allergy: (?:io )?sono allergic[oa] (?:al |ai |alla |alle |agli |all'|a )<thing>
allergy: (?:io )?ho un'allergia (?:al |ai |alla |alle |agli |all'|a )<thing>
allergy: (?:io )?sono intollerante (?:al |ai |alla |all'|a )<thing>
diet: (?:io )?sono <listed:[DIETS]>
diet: (?:io )?<listed:non mangio (?:carne|maiale|pesce|glutine|latticini|uova|zucchero)|non bevo alcol
    (?:ici)?>
diet over: (?:io )?non sono più <listed:[DIETS]>
pet: (?:io )?ho <listed:(?:[COUNT]) ?[ADJ](?:[PETS])>(?: (?!che|chiam|di)\p{L}+)?
    (?: (?:che si chiama(?:no)?|di nome|chiamat[oaie]) <called>)?
pet: (?:il mio|la mia|i miei|le mie) [ADJ](?:[PETS]) si chiama(?:no)? <called>
family: (?:io )?ho <listed:(?:[COUNT]) ?[ADJ](?:[KIN])>(?: (?:maggior[ei]|minor[ei]|più grand[ei]
    |più piccol[oaie]))?
    (?: (?:che si chiama(?:no)?|di nome) <called>)?
family: (?:il |la |i |le )?(?:mio|mia|miei|mie) [ADJ](?:[KIN]) si chiama(?:no)? <called>
""",
)
