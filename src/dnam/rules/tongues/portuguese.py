"""Portuguese."""

from dnam.rules.tongues.tongue import Tongue, persons

PORTUGUESE = Tongue(
    code="pt",
    cue=r"eu|moro|vivo|resido|trabalho|me|chamo-me|chamo|meu|minha|meus|minhas|tenho|sou|falo|amo|adoro"
    r"|odeio|detesto|gosto"
    r"|prefiro|não|nasci|cresci|já|mudei|mudei-me|faço|fiz|o meu|a minha|venho|como|bebo|acabei",
    openers=r"olá|oi|bom dia|boa (?:tarde|noite)|ei|sim|não,|ok|ah|oh|bem|pois|então|aliás|a propósito|btw"
    r"|na verdade|e|mas|pessoal"
    r"|gente|malta|a todos|agora(?! não)|atualmente|correção|desde \d{4}|há (?:\p{L}+|\d+) (?:anos?|meses)",
    fillers=r"agora|atualmente|também|muito|bastante|realmente|mesmo|ainda|um pouco de|fluentemente"
    r"|por acaso|originalmente"
    r"|imenso|desde (?:sempre|\d{4}|pequen[oa])|há (?:\p{L}+|\d+) (?:anos?|meses|semanas?)|faz (?:\p{L}+"
    r"|\d+) anos",
    joins=r"e|mas|além disso|porém|pois|porque",
    doubt=r"digamos|por exemplo|(?<!-)se(?! cham)|quando|gostaria|queria|quero|adoraria|moraria|viveria"
    r"|seria|teria|poderia"
    r"|oxalá|tomara|talvez|provavelmente"
    r"|supostamente|acho|acha|acham|penso|pensa|creio|diz|disse|dizem|digo|dizia|conta|segundo|imagin\p{L}*"
    r"|supon\p{L}*"
    r"|sonh\p{L}*|antes|antigamente|morava|vivia|trabalhava|tinha|era|fui|costumava|em (?:criança"
    r"|pequen[oa])|forse|vorrei|dice|oggi|domani|ieri|hoje|ontem|amanhã"
    r"|em breve|próxim\p{L}*|um dia|vou|ia|como se|nunca|quase|jogo|personagem|música|canção|papel|ou"
    r"|às vezes|pergunt\p{L}*"
    r"|espero|fing\p{L}*|mais tarde|parece|escreveu|temporariamente",
    never=r"teus|tuas|vosso|vossa|eu|tu|você|vocês|ele|ela|nós|eles|elas|te|ti|se|lhe|lhes|isto|isso|aquilo"
    r"|est[ea]s?|ess[ea]s?"
    r"|que|quê|quem|como|onde"
    r"|porquê|não|nem|nada|ninguém|nenhum\p{L}*|meu|minha|meus|minhas|teu|tua|seu|sua|tudo|todos|vida|mim"
    r"|quest[oaie]|quell[oaie]|ciò|tutto|lui|lei|mio|mia|aqui|ali|lá|estou|é"
    r"|está|tenho|moro",
    nowhere=r"casa|apartamento|campo|cidade|aldeia|centro|arredores|estrangeiro|paz|família|rua|montanha"
    r"|praia|residência|hotel"
    r"|quarto|nuvens|mundo|país|bairro|escola|noite|turnos?|silêncio|solidão|pecado|medo|pânico|harmonia"
    r"|escritório|prédio"
    r"|interior|exterior|sítio|remoto|lua|passado|futuro|perto|longe",
    lists={
        "COUNT": r"uma?|um|dois|duas|três|quatro|cinco|seis|[1-9]",
        "PETS": "cão|cães|cadelas?|cachorr[oa]s?|cachorrinh[oa]s?|gat[oa]s?|gatinh[oa]s?|hamsters?"
        "|coelh[oa]s?|cavalos?|égua|papagaios?"
        "|periquitos?|tartarugas?|peixes?|cobras?|rat[oa]s?|galinhas?|cabras?|burros?|patos?|ganso|canário"
        "|iguana|porquinhos?-da-índia",
        "KIN": "filh[oa]s?|irmãos?|irmãs?|gême[oa]s|gémeos|gémeas|mulher|esposa|marido|mãe|pai|avós?|avô"
        "|avó|namorad[oa]|net[oa]s?"
        "|ti[oa]s?|sobrinh[oa]s?|prim[oa]s?|bebé|bebê|noiv[oa]",
        "ADJ": r"(?:(?:pequen|velh|grande|lind)[oa]?s? )?",
        "LANGS": "português|inglês|francês|alemão|italiano|espanhol|castelhano|holandês|neerlandês|polaco"
        "|polonês|russo|ucraniano"
        "|turco|árabe|chinês|mandarim|japonês|coreano|grego|sueco|dinamarquês|norueguês|finlandês|checo"
        "|tcheco|húngaro|romeno|croata"
        "|hebraico|persa|hindi|latim|catalão|galego|basco|crioulo|guarani|tupi|esperanto",
        "DIETS": "vegetarian[oa]|vegan[oa]|pescetarian[oa]|celíac[oa]",
        "JOBS": "professora?|médic[oa]|enfermeir[oa]|engenheir[oa]|estudante|programadora?|desenvolvedora?"
        "|cozinheir[oa]|padeir[oa]"
        "|carpinteir[oa]|eletricista|advogad[oa]|polícia|policial|vendedora?|arquitet[oa]|designer"
        "|cabeleireir[oa]|reformad[oa]"
        "|aposentad[oa]|jornalista|contabilista|contadora?|mecânic[oa]|farmacêutic[oa]|agricultora?"
        "|dentista|tradutora?"
        "|veterinári[oa]|psicólog[oa]|músic[oa]|motorista",
        "DATE": r"\d{1,2} de (?:janeiro|fevereiro|março|abril|maio|junho|julho|agosto|setembro|outubro"
        r"|novembro|dezembro)"
        r"(?: de \d{4})?",
    },
    thirds=persons(
        """
        mora=moro vive=vivo trabalha=trabalho se=me chama=chamo chama-se=chamo-me tem=tenho é=sou
        fala=falo gosta=gosto adora=adoro odeia=odeio ama=amo detesta=detesto
        """
    ),
    table=r"""
home: (?:eu )?(?:moro|vivo|resido) (?:em|no|na|nos|nas) <place>
near: (?:eu )?(?:moro|vivo) perto d[eoa]s? <place>
home: (?:eu )?(?:me mudei|mudei-me|mudei) (?:para|pra) (?:o |a )?<place>
home: (?:eu )?acabei de (?:me )?mudar(?:-me)? para (?:o |a )?<place>
home over: (?:eu )?(?:já não|não) (?:moro|vivo) mais (?:em|no|na|nos|nas) <place>
home over: (?:eu )?já não (?:moro|vivo) (?:em|no|na|nos|nas) <place>
employer: (?:eu )?trabalho n[ao]s? <employer>
employer: (?:eu )?trabalho (?:numa?|em uma?|num|em um) <employer>
employer: (?:eu )?trabalho (?:para|pra) (?:a |o )?<place>
work: (?:eu )?trabalho em <place>
employer over: (?:eu )?(?:já não trabalho|não trabalho mais) (?:n[ao]s?|para a|para o|para) <employer>
job: (?:eu )?trabalho como <job>
job: (?:eu )?sou (?:uma? |um )?<listed:(?:[JOBS])(?: de \p{L}+)?>
job over: (?:eu )?(?:já não trabalho|não trabalho mais) como <job>
name: (?:eu )?(?:me chamo|chamo-me) <name>
name: (?:o )?meu nome é <name>
age: (?:eu )?tenho <age> anos
age: (?:eu )?(?:fiz|acabei de fazer) <age> anos
birthday: (?:o )?meu aniversário é (?:no dia |dia |a |em )?<listed:[DATE]>
birthday: (?:eu )?(?:faço anos|nasci) (?:no dia |dia |a |em )?<listed:[DATE]>
origin: (?:eu )?(?:sou|venho) d[eoa]s? <place:(?-i:\p{Lu}).+>
origin: (?:eu )?(?:nasci|cresci) (?:em|no|na|nos|nas) <place>
language: (?:eu )?falo <listed:(?:[LANGS])(?:(?:, | e |, e )(?:[LANGS]))*>
likes: (?:eu )?gosto d[eoa]s? <thing>
likes: (?:eu )?(?:amo|adoro|prefiro) <thing>
likes: (?:o meu|a minha|meu|minha) (?:\p{L}+ ){1,2}(?:favorit|preferid|predilet)[oa] é <thing>
hates: (?:eu )?(?:odeio|detesto|não suporto) <thing>
hates: (?:eu )?(?:já )?não gosto(?: mais| nada)? d[eoa]s? <thing>
allergy: (?:eu )?sou alérgic[oa] (?:ao |aos |às |à |a )<thing>
allergy: (?:eu )?tenho alergia (?:ao |aos |às |à |a )<thing>
allergy: (?:eu )?sou intolerante (?:ao |à |a )<thing>
diet: (?:eu )?sou <listed:[DIETS]>
diet: (?:eu )?<listed:não como (?:carne|porco|peixe|glúten|laticínios|ovos|açúcar)|não bebo álcool>
diet over: (?:eu )?(?:já não sou|não sou mais) <listed:[DIETS]>
pet: (?:eu )?tenho <listed:(?:[COUNT]) [ADJ](?:[PETS])>(?: (?!que|cham)\p{L}+)?
    (?: (?:que se chamam?|chamad[oa]s?) <called>)?
pet: (?:o |a |os |as )?(?:meu|minha|meus|minhas) [ADJ](?:[PETS]) (?:se chamam?|chama-se|chamam-se) <called>
family: (?:eu )?tenho <listed:(?:[COUNT]) [ADJ](?:[KIN])>(?: (?:mais velh|mais nov|pequen)[oa]s?)?
    (?: (?:que se chamam?|chamad[oa]s?) <called>)?
family: (?:o |a |os |as )?(?:meu|minha|meus|minhas) [ADJ](?:[KIN]) (?:se chamam?|chama-se|chamam-se) <called>
""",
)
