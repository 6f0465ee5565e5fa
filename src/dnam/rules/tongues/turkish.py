"""Turkish: no gender, the verb last, and what elsewhere is a small word is an ending."""

from dnam.rules.tongues.tongue import Tongue

TURKISH = Tongue(
    code="tr",
    cue=r"ben|benim|bana|artık|\p{L}*(?:yorum|[ıiuü]m|d[ıiuü]m|t[ıiuü]m|[rz][ıiuü]m|mem|mam)|var|adı|ismi",
    openers=r"merhaba|selam|selamlar|günaydın|iyi (?:günler|akşamlar)|evet|hayır|tamam|ah|aa|yani|şey"
    r"|bu arada|aslında|ve|ama|arkadaşlar"
    r"|millet|herkese|düzeltme|\d{4}'?(?:den|dan|ten|tan) beri",
    fillers=r"şu anda|şu an|şimdi|(?<!')(?:de|da)|çok|gerçekten|hâlâ|hala|maalesef|aslen|akıcı|biraz|iyi"
    r"|en çok|kesinlikle"
    r"|(?:\d+|iki|üç|beş|on) (?:yıldır|senedir|aydır)|\d{4}'?(?:den|dan|ten|tan) beri|doğduğumdan beri",
    joins=r"ve|ama|fakat|ayrıca|çünkü",
    doubt=r"diyelim|varsayalım|örneğin|mesela|eğer|\p{L}+(?:saydım|seydim|sam|sem)|keşke|belki|galiba"
    r"|sanırım|herhalde|sanki|dedi\p{L}*"
    r"|diyor\p{L}*|diye|der|derdi"
    r"|söyl\p{L}*|yazmış|eskiden|önceden|\p{L}+yordum|m[ıiuü]y[ıiuü]m|m[ıiuü]|m[ıiuü]s[ıiuü]n|istiyorum"
    r"|isterim|isterdim"
    r"|\p{L}+(?:acağım|eceğim|acaktım|ecektim|ardım|erdim|irdim)|bugün|dün|yarın|gelecek|yakında|bir gün"
    r"|oyun\p{L}*|karakter\p{L}*"
    r"|rüya\p{L}*|şarkı\p{L}*|veya|ya da|neredeyse|hiç|bazen|güya|rol\p{L}*|çocukken|küçükken|umarım"
    r"|hayal\p{L}*|düşün\p{L}*|geçici",
    never=r"\p{L}{3,}[ıiuü]n[ıiuü]|ben|sen|o|biz|siz|onlar|beni|seni|onu|bizi|sizi|onları|bunu|şunu|bundan"
    r"|şundan|ondan|senden"
    r"|sizden|onlardan|bu|şu|kim|ne|nerede|nereye|nasıl|neden|değil\p{L}*|hiçbir\p{L}*"
    r"|her ?şey\p{L}*|bana|sana|ona|hayatı?|artık|kendimi|burada|orada|şurada",
    nowhere=r"ev\p{L}*|bura|ora|şura|yurt|okul|köy|otel|apartman|şehir|merkez|huzur|korku|yalnız\p{L}*|iç"
    r"|dış|yan|yakın|daire|oda|sokak|ada"
    r"|site|kira|hafta sonu|gece|vardiya|uzak\p{L}*|ofis|an|hayal|yakınlar\p{L}*",
    capitals={"i": "İ"},
    lists={
        "COUNT": r"bir|iki|üç|dört|beş|altı|[1-9]",
        "PETS": "kedim|köpeğim|yavru kedim|hamsterım|tavşanım|atım|papağanım|muhabbet kuşum|kuşum"
        "|kaplumbağam|balığım|japon balığım|yılanım"
        "|tavuğum|tavuklarım|keçim|kanaryam|kazım|ördeğim|iguanam",
        "PETGEN": "kedimin|köpeğimin|hamsterımın|tavşanımın|atımın|papağanımın|kuşumun|kaplumbağamın"
        "|balığımın|yılanımın",
        "KIN": "çocuğum|oğlum|kızım|kardeşim|erkek kardeşim|kız kardeşim|ablam|abim|ağabeyim|ikizlerim"
        "|torunum|yeğenim|bebeğim",
        "KINGEN": "çocuğumun|oğlumun|kızımın|kardeşimin|ablamın|abimin|eşimin|karımın|kocamın|annemin"
        "|babamın|torunumun|yeğenimin|sevgilimin"
        "|nişanlımın|babaannemin|dedemin",
        "ADJ": r"(?:(?:küçük|büyük|yaşlı|siyah|beyaz|sarı) )?",
        "LANGS": "türkçe|[iİ]ngilizce|almanca|fransızca|[iİ]spanyolca|[iİ]talyanca|portekizce|rusça"
        "|ukraynaca|arapça|çince|japonca|korece"
        "|yunanca|kürtçe|farsça|azerice|felemenkçe|lehçe|bulgarca|latince|[iİ]branice",
        "DIETS": "vejetaryen|vegan|pesketaryen",
        "JOBS": "öğretmen|doktor|hemşire|mühendis|öğrenci|programcı|yazılımcı|aşçı|fırıncı|marangoz"
        "|elektrikçi|avukat|polis|mimar|tasarımcı"
        "|kuaför|emekli|gazeteci|muhasebeci|çiftçi|eczacı|çevirmen|şoför|veteriner|psikolog|müzisyen|garson"
        "|yazılım mühendisi|yazılım geliştirici",
        "TOWNS": "ankara|[iİ]stanbul|[iİ]zmir|bursa|antalya|adana|konya|trabzon|gaziantep|antep|eskişehir"
        "|kayseri|mersin|samsun|diyarbakır"
        "|urfa|şanlıurfa|malatya|erzurum|van|denizli|sakarya|kocaeli|balıkesir|manisa|muğla|aydın|hatay"
        "|rize|ordu|giresun|sivas|tokat"
        "|çanakkale|edirne|berlin|kıbrıs",
        "DATE": r"\d{1,2} (?:ocak|şubat|mart|nisan|mayıs|haziran|temmuz|ağustos|eylül|ekim|kasım"
        r"|aralık)(?: \d{4})?",
        "ME": "(?:ben )?(?:artık )?",
    },
    table=r"""
home: [ME]<place:.+?>'?[dt][ae] (?:yaşıyorum|oturuyorum|ikamet ediyorum)
near: [ME]<place>(?:'?(?:nın|nin|nun|nün|ın|in|un|ün))? (?:yakınında|yakınlarında) (?:yaşıyorum|oturuyorum)
home: [ME](?:yeni |geçen (?:ay|yıl|hafta) )?<place:.+?>'?(?:y?[ae]) taşındım
home over: (?:ben )?artık <place:.+?>'?[dt][ae] (?:yaşamıyorum|oturmuyorum)
work: [ME]<employer:.+?>'?[dt][ae] çalışıyorum
employer: [ME]<place:(?-i:\p{Lu}).+?> için çalışıyorum
work over: (?:ben )?artık <employer:.+?>'?[dt][ae] çalışmıyorum
job: [ME](?:bir )?<job> olarak çalışıyorum
job: [ME](?:bir )?<listed:[JOBS]>y?[ıiuü]m
name: (?:benim )?(?:adım|ismim) <name>
age: [ME]<age> yaşında(?:y[ıi]m)?
age: [ME]<age> yaşıma girdim
birthday: (?:benim )?doğum günüm <listed:[DATE]>
birthday: [ME]<listed:[DATE]>(?:'?[dt][ae])? doğdum
origin: [ME]<listed:[TOWNS]>l[ıiuü]y[ıiuü]m
origin: [ME]<place:.+?>'?[dt][ae] (?:doğdum|büyüdüm|doğup büyüdüm|doğdum ve büyüdüm)
language: [ME]<listed:(?:[LANGS])(?:(?:, | ve |, ve )(?:[LANGS]))*> (?:konuşuyorum|biliyorum|konuşabiliyorum
    |konuşurum|bilirim)
likes: [ME]<thing> (?:seviyorum|severim|bayılıyorum|bayılırım|tercih ediyorum|tercih ederim)
likes: (?:benim )?en sevdiğim (?:\p{L}+) <thing>
hates: [ME]<thing> (?:sevmiyorum|sevmem|nefret ediyorum|nefret ederim)
allergy: [ME]<thing:.+?>(?:'?[yn]?[ae])? (?:karşı )?alerjim var
allergy: [ME]<thing:.+?>(?:'?[yn]?[ae])? (?:karşı )?alerjiğim
diet: [ME](?:bir )?<listed:[DIETS]>'?[ıi]m
diet: [ME]<listed:(?:et|domuz eti|balık|gluten|şeker|süt ürünü) (?:yemiyorum|yemem)|alkol (?:kullanmıyorum
    |içmiyorum)>
diet over: (?:ben )?artık <listed:[DIETS]> değilim
pet: [ME]<listed:(?:[COUNT]) (?:tane )?[ADJ](?:[PETS])> var
pet: (?:benim )?(?:[PETGEN]) (?:adı|ismi) <called>
family: [ME]<listed:(?:[COUNT]) (?:tane )?[ADJ](?:[KIN])> var
family: (?:benim )?(?:[KINGEN]) (?:adı|ismi) <called>
""",
)
