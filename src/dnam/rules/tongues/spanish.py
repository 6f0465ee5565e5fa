"""Spanish."""

from dnam.rules.tongues.tongue import Tongue, persons

SPANISH = Tongue(
    code="es",
    cue=r"yo|vivo|resido|me|mi|mis|soy|tengo|trabajo|hablo|odio|detesto|amo|adoro|prefiero|nací|crecí|ya|no"
    r"|cumplo|acabo|como"
    r"|bebo|vengo|cumplí|estudio",
    openers=r"hola|buenas|buenos días|buenas (?:tardes|noches)|oye|sí|si,|no,|ok|ah|oh|bueno|pues"
    r"|por cierto|btw|la verdad|y|pero"
    r"|a todos|gente|chicos|ahora(?! no)|actualmente|corrección|en realidad|desde (?:\d{4}|hace (?:\p{L}+"
    r"|\d+) (?:años?|meses))",
    fillers=r"ahora|actualmente|también|mucho|muchísimo|realmente|la verdad|de verdad|muy|aún|todavía"
    r"|un poco de|con fluidez"
    r"|por suerte|por cierto|originalmente|desde (?:siempre|(?:hace )?(?:\d{4}|(?:\p{L}+|\d+) (?:años?"
    r"|meses|semanas?)))"
    r"|hace (?:\p{L}+|\d+) (?:años?|meses|semanas?)",
    joins=r"y|e|pero|además|aunque|pues|porque",
    doubt=r"digamos|pongamos|por ejemplo|si|quando|se(?! llam)|forse|talvez|vorrei|hoje|oggi|domani|amanhã"
    r"|ontem|ieri|disse|cuando"
    r"|quisiera|gustaría|encantaría|querría|quiero|viviría|sería|tendría|podría|ojalá|quizás?|tal vez"
    r"|a lo mejor|probablemente|supuestamente|creo|cree|creen|pienso|piensa|dice|dijo|dicen|digo|decía"
    r"|cuenta|según"
    r"|imagin\p{L}*|supon\p{L}*|sueñ\p{L}*|soñé|antes|vivía|trabajaba|tenía|era|fui|solía|de niñ[oa]"
    r"|de pequeñ[oa]|hoy|ayer"
    r"|mañana|pronto|próxim\p{L}*|algún día|voy|iba|como si|nunca|casi|juego|personaje|canción|papel|o|u"
    r"|a veces"
    r"|pregunt\p{L}*|espero|finj\p{L}*|más tarde|parece|escribió|temporalmente",
    never=r"vuestr\p{L}*|yo|tú|él|ella|ello|nosotr[oa]s|vosotr[oa]s|ell[oa]s|usted\p{L}*|te|ti|se"
    r"|lo(?= que)|le|les|esto"
    r"|eso|aquello|est[ea]s?"
    r"|es[ea]s?|qué|que|quien\p{L}*|quién\p{L}*|cómo|dónde|donde|por qué|ni|nada|nadie|ningun\p{L}*|ningún"
    r"|mi|mis|tu|tus"
    r"|su|sus|todo|todos|toda|vida|mí|isto|isso|aquilo|você|ele|tudo|quest[oaie]|quell[oaie]|ciò|tutto|lui"
    r"|lei|meu|minha|mio|mia|aquí|allí|ahí|estoy|es|está|tengo|vivo",
    nowhere=r"casa|piso|campo|ciudad(?! de (?-i:\p{Lu}))|pueblo|centro|afueras|extranjero|paz|pareja"
    r"|familia|calle|montaña|playa|residencia|hotel"
    r"|apartamento|departamento|habitación|alquiler|nube|mundo|país|barrio|colegio|remoto|noche|noches"
    r"|turno|serio|equipo"
    r"|silencio|soledad|negro|parte|pecado|miedo|pánico|armonía|oficina|broma|fines|prisa|mudanza|cerca"
    r"|lejos",
    lists={
        "COUNT": r"una?|un|dos|tres|cuatro|cinco|seis|[1-9]",
        "PETS": r"perr[oa]s?|gat[oa]s?|gatit[oa]s?|perrit[oa]s?|cachorr[oa]s?|hámsters?|conej[oa]s?"
        r"|cobayas?|caballos?|yegua|loros?"
        "|periquitos?|tortugas?|peces|pez|serpientes?|ratas?|ratón|gallinas?|cabras?|burros?|patos?|ganso"
        "|hurón|canario|iguana",
        "KIN": "hij[oa]s?|herman[oa]s?|niñ[oa]s?|gemel[oa]s|melliz[oa]s|mujer|esposa|marido|esposo|madre"
        "|padre|mamá|papá|abuel[oa]s?"
        "|novi[oa]|niet[oa]s?|t[ií][oa]s?|sobrin[oa]s?|prim[oa]s?|bebé|pareja",
        "ADJ": r"(?:(?:pequeñ|gran|viej|jóven|hermos)[oae]?s? )?",
        "LANGS": "español|castellano|inglés|francés|alemán|italiano|portugués|holandés|neerlandés|polaco"
        "|ruso|ucraniano|turco|árabe"
        "|chino|mandarín|japonés|coreano|griego|sueco|danés|noruego|finés|checo|húngaro|rumano|croata"
        "|hebreo|persa|hindi|latín"
        "|catalán|gallego|euskera|vasco|valenciano|guaraní|quechua|náhuatl|esperanto",
        "DIETS": "vegetarian[oa]|vegan[oa]|pescetarian[oa]|celíac[oa]|flexitarian[oa]",
        "JOBS": "profesora?|maestr[oa]|médic[oa]|doctora?|enfermer[oa]|ingenier[oa]|estudiante"
        "|programadora?|desarrolladora?"
        "|cociner[oa]|panader[oa]|carpinter[oa]|electricista|abogad[oa]|policía|vendedora?|arquitect[oa]"
        "|diseñadora?|peluquer[oa]"
        "|jubilad[oa]|periodista|contable|contadora?|mecánic[oa]|farmacéutic[oa]|agricultora?|fontaner[oa]"
        "|dentista|traductora?"
        "|camarer[oa]|veterinari[oa]|psicólog[oa]|músic[oa]|informátic[oa]",
        "DATE": r"\d{1,2} de (?:enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre"
        r"|octubre|noviembre|diciembre)"
        r"(?: de \d{4})?",
    },
    thirds=persons(
        """
        vive=vivo trabaja=trabajo se=me le=me llama=llamo tiene=tengo es=soy habla=hablo odia=odio
        ama=amo adora=adoro prefiere=prefiero come=como bebe=bebo
        """
    ),
    table=r"""
home: (?:yo )?(?:vivo|resido) en(?: el| los)? <place>
near: (?:yo )?vivo cerca del? <place>
home: (?:yo )?me (?:mudé|he mudado|trasladé|he trasladado) a <place>
home: acabo de mudarme a <place>
home over: (?:yo )?ya no (?:vivo|resido) en <place>
home over: (?:yo )?no vivo más en <place>
employer: (?:yo )?trabajo para <place>
employer: (?:yo )?trabajo en <employer:(?:una?|el|la|los) .+>
work: (?:yo )?trabajo en <place>
work over: (?:yo )?ya no trabajo (?:en|para) <employer>
job: (?:yo )?trabajo (?:como|de) <job>
job: (?:yo )?soy (?:una? )?<listed:(?:[JOBS])(?: de \p{L}+)?>
job over: (?:yo )?ya no trabajo (?:como|de) <job>
job over: (?:yo )?ya no soy <listed:[JOBS]>
name: (?:yo )?me llamo <name>
name: mi nombre es <name>
age: (?:yo )?tengo <age> años
age: (?:acabo de cumplir|cumplí|he cumplido) <age>(?: años)?
birthday: mi cumpleaños es el <listed:[DATE]>
birthday: (?:yo )?nací el <listed:[DATE]>
origin: (?:yo )?(?:soy|vengo) de(?:l)? <place:(?-i:\p{Lu}).+>
origin: (?:yo )?(?:nací|crecí|me crié) en <place>
language: (?:yo )?hablo <listed:(?:[LANGS])(?:(?:, | y | e |, y )(?:[LANGS]))*>
likes: (?:a mí )?me (?:gustan?|encantan?|fascinan?|chiflan?) <thing>
likes: (?:yo )?(?:amo|adoro|prefiero) <thing>
likes: mi (?:\p{L}+ ){1,2}(?:favorit|preferid)[oa] es <thing>
hates: (?:yo )?(?:odio|detesto) <thing>
hates: (?:a mí )?(?:ya )?no me gustan?(?: nada)? <thing>
hates: (?:yo )?no soporto <thing>
allergy: (?:yo )?soy alérgic[oa] (?:al |a la |a los |a las |a )<thing>
allergy: (?:yo )?tengo alergia (?:al |a la |a los |a las |a )<thing>
allergy: (?:yo )?soy intolerante (?:al |a la )<thing>
diet: (?:yo )?soy <listed:[DIETS]>
diet: (?:yo )?<listed:no como (?:carne|cerdo|pescado|gluten|lácteos|huevos|azúcar)|no bebo alcohol>
diet over: (?:yo )?ya no soy <listed:[DIETS]>
pet: (?:yo )?tengo <listed:(?:[COUNT]) [ADJ](?:[PETS])>(?: \p{L}+)?
    (?: (?:que se llaman?|llamad[oa]s?) <called>)?
pet: (?:mi|mis) [ADJ](?:[PETS]) se llaman? <called>
family: (?:yo )?tengo <listed:(?:[COUNT]) [ADJ](?:[KIN])>(?: (?:mayore?s?|menore?s?|pequeñ[oa]s?))?
    (?: (?:que se llaman?|llamad[oa]s?) <called>)?
family: (?:mi|mis) [ADJ](?:[KIN])(?: mayor| menor)? se llaman? <called>
""",
)
