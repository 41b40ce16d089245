/** The languages of the table's columns, in order. */
export const glossaryColumns = [
  "en",
  "zh",
  "ja",
  "ko",
  "ru",
  "es",
  "pt",
  "fr",
  "de",
  "it",
  "vi",
  "tr",
  "ar",
  "hi",
  "id",
] as const;

/**
 * Concepts in the names of tools and in user requests: one concept per line, one language per column.
 * The English column is the translation of a concept; a column lists the usual forms, separated by commas.
 * `*` ends a stem: an ending may follow. `^` stands for the forms of the Spanish column.
 * Chinese uses simplified characters; traditional ones are converted by `han-variants.ts`.
 * Hindi is written without nukta, because people type it either way.
 */
export const glossaryTable: string = `
create|创建,新建,建立,新增,建|作成,作っ,作る,作り,作|생성,만들,작성|созда*|crear,crea,cree|criar,crie,cria|créer,crée,créez|erstelle*,anlegen|creare,crea|tạo|oluştur*|إنشاء,أنشئ|बना*|buat*,membuat
add|添加,加入,加到|追加,加え|추가|добав*|añadir,añade,agrega*|adiciona*|ajoute*|hinzufügen,füge|aggiung*|thêm|ekle*|أضف,إضافة|जोड*|tambah*,menambah*
delete|删除,删掉,删|削除,消し,消す,消|삭제,지워,지우|удал*,сотри|elimina*,borra*|exclu*,apagar,deletar|supprime*,effacer|lösch*|elimina*,cancella*|xóa,xoá|sil,sili*,silme|احذف,حذف|हटा*,मिटा*|hapus*,menghapus
remove|移除,去掉|取り除,外し,除去|제거|убра*,убери|quita*|remov*|enlever,retirer|entfern*|rimuov*|gỡ bỏ|kaldır*|أزل,إزالة|निकाल*|keluarkan
send|发送,发给,寄,发|送信,送っ,送る,送り,送|보내,전송,발송|отправ*,пошли,послать|enviar,envía,envíe,mandar|envia*,envie,mandar|envoye*,envoie|sende*,schicke*|invia*,mandare|gửi|gönder*|أرسل,إرسال|भेज*|kirim*,mengirim*
reply|回复,答复|返信|답장,회신|ответ*|responde*|respond*|répond*|antworte*|rispond*|trả lời|yanıtla*,cevapla*|الرد,رد على|जवाब|balas*
forward|转发|転送|전달|переслать,перешли|reenv*|encaminh*|transf*|weiterleite*|inoltra*|chuyển tiếp|ilet*|إعادة توجيه|अग्रेषित|teruskan
search|搜索,查找,检索,搜寻,搜,查|検索,調べ,サーチ|검색,조회|поиск*,ищи,искать|busca*,busque|buscar,pesquis*,procurar|recherche*,cherche*|suche*,such|cerca*,ricerca|tìm kiếm,tra cứu|ara,arama,araştır*|ابحث,بحث|खोज*|cari*,mencari
find|找到,寻找,找|見つけ,探し,探す,探|찾아,찾기,찾|найти,найди*|encontrar,encuentra|encontr*|trouve*|finde*|trova*|tìm|bul*|جد,العثور|ढूंढ*|temukan
list|列出,列表,清单,一览|一覧,リスト,列挙|목록,나열|список,списк*,перечисл*|lista*,liste|^|liste*|auflisten,liste|elenc*|liệt kê,danh sách|listele*|قائمة,اعرض قائمة|सूची|daftar
show|显示,查看,展示,看看,看,检视|表示,見せ,見る,見|보여,표시,보기|покаж*,показ*,отобраз*,посмотр*|mostrar,muestra,muéstrame,ver|mostr*,ver|affiche*,montre*,voir|zeig*,anzeigen|mostra*,vedere|xem,hiển thị|göster*|اعرض,عرض,أظهر|दिखा*|tampilkan,lihat,tunjukkan
get|获取,取得,得到|取得,教え|가져,알려|получ*,дай|obtener,obtén|obter,obtenha|obtenir,obtiens,récupérer|abrufen,holen|ottenere,ottieni|lấy|getir*|احصل,جلب|प्राप्त|ambil,dapatkan
update|更新,修改,改|更新,アップデート|업데이트,갱신|обнов*|actualiza*|atualiz*|mettre à jour,actualiser|aktualisier*|aggiorna*|cập nhật|güncelle*|حدث,تحديث|अपडेट|perbarui,memperbarui
edit|编辑|編集|편집,수정|редактир*,отредактир*|edita*|editar,edite|modifie*,éditer|bearbeite*|modifica*|chỉnh sửa,sửa|düzenle*|عدل,تعديل,تحرير|संपाद*|sunting,edit
change|更改,改变,变更,换|変更,変え|변경,바꿔,바꾸|измен*,поменя*|cambia*|mudar,alter*|change*|änder*|^|thay đổi,đổi|değiştir*|تغيير|बदल*|ubah,mengubah,ganti
set|设置,设定|設定|설정|установ*,задай,настро*|establecer,configurar|definir,configurar|définir,configurer|einstell*,festlegen|imposta*|đặt,cài đặt|ayarla*|اضبط,ضبط,تعيين|सेट|atur,mengatur
read|阅读,读取,读|読み,読む,読ん,読|읽어,읽기,읽|прочита*,прочти,чита*|leer,lee|ler,leia|lire,lis|lesen,lies|leggere,leggi|đọc|oku*|اقرأ,قراءة|पढ*|baca*,membaca
write|编写,撰写,写入,写|書き,書い,書く,書|쓰기,써줘|напи*,запи*,писать|escrib*|escrev*|écrire,écris|schreib*|scriv*|viết|yaz,yazma*,yazı|اكتب,كتابة|लिख*|tulis*,menulis
save|保存,存储,存,储存|保存|저장|сохран*|guarda*|salvar,guardar,salve|enregistre*,sauvegarder|speicher*|salva*|lưu|kaydet*|احفظ,حفظ|सहेज*|simpan*,menyimpan
upload|上传|アップロード|업로드|загруз*,выгруз*|subir,sube,cargar|carregar,enviar arquivo|téléverse*,importer|hochlade*,lade hoch|carica*|tải lên|yükle*|ارفع,رفع|अपलोड|unggah*,mengunggah
download|下载|ダウンロード|다운로드,내려받|скача*,скачив*|descarga*|baixar,baixe|télécharge*|herunterlade*|scarica*|tải xuống,tải về|indir*|حمل,تنزيل,تحميل|डाउनलोड|unduh*,mengunduh
import|导入,汇入|インポート,取り込|가져오기|импорт*|importar|^|importer|importier*|importa*|nhập khẩu,nhập dữ liệu|içe aktar*|استورد,استيراد|आयात|impor
export|导出,汇出|エクスポート,書き出|내보내|экспорт*|exporta*|^|exporte*|exportier*|esporta*|xuất|dışa aktar*|صدر,تصدير|निर्यात|ekspor
copy|复制,拷贝|コピー,複製|복사|копир*,скопир*|copia*|copiar,copie|copie*|kopier*|^|sao chép|kopyala*|انسخ,نسخ|कॉपी|salin*
move|移动,移到|移動|이동,옮겨|перемест*,перенес*|mover,mueve|mover,mova|déplace*|verschieb*|sposta*|di chuyển,chuyển|taşı*|انقل,نقل|स्थानांतरित|pindah*,memindahkan
rename|重命名,改名|名前を変更,改名,リネーム|이름 변경,이름 바꾸|переимен*|renombra*|renome*|renomme*|umbenenn*|rinomina*|đổi tên|yeniden adlandır*|إعادة تسمية|नाम बदल*|ganti nama
translate|翻译,译成,译|翻訳,訳し|번역|перевод*,перевед*,перевест*|tradu*|^|tradui*,traduction|übersetz*|^|dịch|çevir*,tercüme|ترجم,ترجمة|अनुवाद|terjemah*,menerjemahkan
book reserve|预订,预定,订票,订,预约|予約|예약|заброн*,брон*|reserv*|^|réserve*,réservation|buche*,reservier*|prenota*|đặt chỗ,đặt phòng,đặt vé|rezervasyon*,ayırt|احجز,حجز|बुक,आरक्षण|pesan tempat,memesan,reservasi
cancel|取消,撤销|キャンセル,取り消,取消|취소|отмен*|cancela*,anular|cancel*|annule*|abbrech*,stornier*,absagen|annulla*,disdire|hủy|iptal|ألغ,الغ*,إلغاء|रद्द|batal*,membatalkan
schedule|安排,日程,排程,调度|スケジュール,日程|일정,예약 실행|запланир*,расписани*|programa*,agendar,horario|agend*,programar|planifie*,programmer|plane*,terminplan,zeitplan|programmare,pianifica*|lên lịch,lịch trình|planla*,zamanla*|جدول,جدولة|शेड्यूल,समय तय|jadwal*,menjadwalkan
pay|支付,付款,付|支払,払|결제,지불|оплат*,заплат*|pagar,paga,pague|^|payer,paie,payez|bezahl*,zahle*|pagare,paga|thanh toán,trả tiền|öde,ödeme*,ödeyin|ادفع,دفع|भुगतान|bayar*,membayar
buy|购买,购物,买|購入,買い,買う,買っ,買|구매,사줘,구입|купи*,покуп*|compra*|compr*|acheter,achète,achat|kaufe*|compra*,acquistare|mua|satın al*|اشتر,شراء|खरीद*|beli*,membeli
sell|出售,销售,卖|売却,販売,売る|판매,팔아|прода*|vende*,venta|vender,venda|vendre,vends|verkauf*|vendere,vendi|bán|sat,satış*|بع,بيع|बेच*|jual*,menjual
convert|转换,转成,换算,转为|変換,換算|변환,환산|конверт*,преобраз*|convertir,convierte|convert*|converti*|umwandel*,konvertier*,umrechne*|converti*|chuyển đổi|dönüştür*|تحويل|रूपांतर*,परिवर्तित|konversi*,ubah ke
calculate|计算,算一下,算|計算|계산|рассчит*,вычисл*,посчита*|calcula*|calcul*|calcule*|berechne*,rechne|calcola*|tính toán,tính|hesapla*|احسب,حساب قيمة|गणना|hitung*,menghitung
open|打开,开启|開い,開く,開け,開|열어,열기|откр*|abrir,abre,abra|^|ouvrir,ouvre*|öffne*|aprire,apri|mở|aç,açın|افتح,فتح|खोल*|buka*,membuka
close|关闭,关掉|閉じ,閉|닫아,닫기|закр*|cerrar,cierra|fechar,feche|ferme*|schließ*,schliess*|chiud*|đóng|kapat*|أغلق,إغلاق|बंद|tutup*,menutup
start|启动,开始|開始,起動,始め|시작|запус*,начать,начни|inicia*,empezar|inici*,começar|démarre*,lance*|starte*|avvia*,iniziare|bắt đầu,khởi động|başlat*|ابدأ,بدء,تشغيل|शुरू|mulai,memulai
stop|停止,停掉,终止|停止,止め|중지,멈춰|останов*,прекрат*|detener,detén,parar|parar,pare|arrête*|stoppe*,anhalten,beende*|ferma*|dừng|durdur*|أوقف,إيقاف|रोक*|hentikan,berhenti
run execute|运行,执行|実行,走らせ|실행|выполн*|ejecuta*|execut*|exécute*|ausführ*,führe aus|esegui*|chạy,thực thi|çalıştır*|شغل,تنفيذ,نفذ|चला*|jalankan,menjalankan
share|分享,共享|共有,シェア|공유|подели*,поделит*|compart*|compartilh*,partilhar|partage*|teile*,freigeb*|condivid*|chia sẻ|paylaş*|شارك,مشاركة|साझा|bagikan,berbagi
invite|邀请|招待|초대|приглас*|invita*|convid*|invite*|einlade*,lade ein|^|mời|davet*|ادع,دعوة|आमंत्रित,निमंत्रण|undang*,mengundang
comment|评论,留言|コメント|댓글,코멘트|комментар*,прокоммент*|comentar*|coment*|comment*|kommentier*,kommentar*|comment*|bình luận,nhận xét|yorum*|علق,تعليق*|टिप्पणी*|komentar*
summarise summary|总结,摘要,概括,汇总|要約,まとめ,概要|요약|резюм*,суммариз*,краткое содержание,сделай резюме|resum*|^|résum*|zusammenfass*,fasse zusammen|riassu*|tóm tắt|özetle*,özet|لخص,تلخيص,ملخص|सारांश|ringkas*,meringkas
analyse|分析|分析,解析|분석|анализ*,проанализ*|analiza*,análisis|analis*,análise|analyse*|analysier*|analizza*,analisi|phân tích|analiz|حلل,تحليل|विश्लेषण|analisis,menganalisis
parse extract|解析,提取,抽取|解析,抽出|추출,파싱|извлеч*,извлек*,распарс*|extrae*|extrai*|extrai*|extrahier*,auslesen|estra*|trích xuất|ayıkla*,çıkar*|استخر*|निकालें|ekstrak*
compare|比较,对比|比較,比べ|비교|сравн*|compara*|compar*|compare*|vergleich*|confronta*|so sánh|karşılaştır*|قارن,مقارنة|तुलना|bandingkan
check|检查,核对|確認,チェック|확인|провер*|compr*,revisa*|verifi*,conferir|vérifie*|prüfe*,überprüf*|verifica*,controlla|kiểm tra|kontrol et*|تحقق,افحص,فحص|जांच*|periksa,memeriksa,cek
test|测试|テスト,試験|테스트,시험|тест*,протест*|probar,prueba|testar,teste|teste*|teste*|testare,prova|kiểm thử|sınama|اختبر,اختبار|परीक्षण|uji,menguji
validate|验证,校验|検証|검증|валид*,подтверд*|valida*|valid*|valide*|validier*|convalida*|xác minh,xác thực|doğrula*|صادق,تحقق من صحة|सत्यापित|validasi
approve|批准,审批,同意|承認|승인|одобр*,утверд*|aprobar,aprueba|aprov*|approuve*|genehmig*|approva*|phê duyệt|onayla*|وافق,موافقة|स्वीकृत,मंजूर*|setujui,menyetujui
reject|拒绝,驳回|却下,拒否|거절,거부|отклон*|rechaza*|rejeit*|rejet*,refuser|ablehn*|rifiuta*|từ chối|reddet*|ارفض,رفض|अस्वीकार|tolak,menolak
assign|分配,指派|割り当て|할당,배정|назнач*|asigna*|atribu*|assigne*,attribuer|zuweis*|assegna*|giao,phân công|ata,atama|عين,إسناد,تكليف|सौंप*|tugaskan,menugaskan
merge|合并|マージ,統合|병합|слить,слияни*,объедин*|fusiona*|mesclar,juntar|fusionne*|zusammenführ*|unire,unisci|gộp,hợp nhất|birleştir*|ادمج,دمج|विलय|gabung*,menggabungkan
split|拆分,分割|分割|분할,나누|раздел*,разбить|divid*|^|divise*,découper|aufteil*|^|tách,chia nhỏ|böl*|قسم,تقسيم|विभाजित|bagi,pisahkan
sort|排序|並べ替,ソート|정렬|сортир*,отсортир*|ordena*|orden*|trier,trie|sortier*|ordina*|sắp xếp|sırala*|رتب,ترتيب|क्रमबद्ध|urutkan
filter|筛选,过滤|絞り込,フィルタ|필터|фильтр*,отфильтр*|filtra*|filtr*|filtre*|filter*|^|lọc|filtrele*|صف,تصفية|फिल्टर|saring
count|计数,统计数量,数一下|数え,カウント|개수,세어|подсчит*,сосчита*|contar,cuenta cuántos|contar,conte|compte*|zähl*|conta*|đếm|say,sayma|عد,احصاء عدد|गिन*|jumlahkan
generate|生成|生成,ジェネレート|생성|сгенер*,генер*|genera*|gerar,gere|générer,génère|generier*,erzeug*|^|sinh ra|üret*|ولد,توليد|उत्पन्न|hasilkan
draw|绘制,画一,画|描い,描く,描画|그려,그리|нарис*,рису*|dibuja*|desenh*|dessine*|zeichne*|disegna*|vẽ|çiz*|ارسم,رسم|चित्र बना*|gambarkan
play|播放|再生|재생,틀어|включи*,воспроизв*,сыгра*|reproduc*,poner música|reproduzir,tocar,toque|jouer,joue,lire la musique|abspiel*,spiele|riprodu*|phát,bật nhạc|oynat*,çal|شغل موسيقى,العب|चला*|putar*,memutar
pause|暂停|一時停止|일시정지|приостанов*,пауз*|pausa*|^|mettre en pause|pausier*|mettere in pausa|tạm dừng|duraklat*|إيقاف مؤقت|विराम|jeda
record|录制,录音,记录|録画,録音,記録|녹화,녹음,기록|записат*|graba*|gravar,grave|enregistrer|aufnehm*,aufzeichn*|registra*|ghi lại,ghi âm|kayıt|سجل,تسجيل|रिकॉर्ड|rekam,merekam
call|打电话,拨打,呼叫|電話をかけ,電話し|전화해,전화 걸|позвон*,звон*|llama*|ligar,ligue,telefonar|appel*|anrufe*,rufe an|chiama*|gọi điện,gọi|ara,aramak|اتصل,اتصال|कॉल|telepon,panggil
connect|连接,接入|接続|연결|подключ*,соедин*|conecta*|conect*|connecte*|verbinde*|collega*,connettere|kết nối|bağla*,bağlan*|اربط,اتصال بـ,ربط|कनेक्ट,जोडें|hubungkan,sambung*
disconnect|断开|切断|연결 해제,끊어|отключ*|desconecta*|^|déconnecte*|trenne*|disconnettere,scollega|ngắt kết nối|bağlantıyı kes*|افصل,قطع|डिस्कनेक्ट|putuskan
login|登录,登陆,登入|ログイン|로그인|войти,вход в,логин*,авториз*|iniciar sesión|entrar na conta,fazer login|se connecter,connexion|anmelde*,einlogg*|acced*|đăng nhập|giriş yap*,oturum aç*|تسجيل الدخول|लॉग इन|masuk
register subscribe|注册,订阅|登録,購読|가입,구독,등록|зарегистр*,регистр*,подпис*|registra*,suscribir*|registr*,assinar|inscrire,inscription,s'abonner,abonner|registrier*,abonnier*|registrare,iscriv*|đăng ký|kaydol*,abone|اشترك,اشتراك|पंजीकरण,सदस्यता|daftarkan,langganan
install|安装|インストール|설치|установк*,установи*|instala*|instal*|installe*|installier*|installa*|cài đặt|kurulum*,yükle*|ثبت,تثبيت|इंस्टॉल,स्थापित|pasang,instal
deploy|部署|デプロイ,配備|배포|деплой,разверн*,развёрт*|despl*|implant*|déplo*|bereitstell*|distribuire,rilasciare|triển khai|dağıt,yayına al*|انشر,نشر|तैनात|deploy
publish|发布|公開,投稿|게시,발행|опубл*,публик*|publica*|publi*|publie*|veröffentlich*|pubblica*|xuất bản,đăng bài|yayınla*|انشر,نشر|प्रकाशित|terbitkan,publikasi*
enable|启用|有効|활성화|включ*|activa*,habilitar|ativar,ative,habilitar|active*|aktivier*|attiva*,abilitare|bật,kích hoạt|etkinleştir*|فعل,تفعيل|सक्षम|aktifkan
disable|禁用,停用|無効|비활성화|выключ*,деактив*|desactiva*|desativ*|désactive*|deaktivier*|disattiva*|vô hiệu hóa|devre dışı|عطل,تعطيل|अक्षम|nonaktifkan
lock|锁定,上锁|ロック|잠금,잠가|заблок*,блокир*|bloquea*|bloque*|verrouille*|sperre*|blocca*|khóa|kilitle*|اقفل,قفل|लॉक|kunci
unlock|解锁|ロック解除,解除|잠금 해제|разблок*|desbloquear|^|déverrouiller|entsperr*|sbloccare|mở khóa|kilidini aç*|إلغاء القفل|अनलॉक|buka kunci
restore|恢复,还原|復元|복원|восстанов*|restaura*|restaur*|restaure*|wiederherstell*|ripristina*|khôi phục|geri yükle*|استعد,استعادة|पुनर्स्थापित|pulihkan
backup|备份|バックアップ|백업|бэкап*,резервн*|copia de seguridad,respaldo|cópia de segurança,backup|sauvegarde|sicherung*|copia di sicurezza|sao lưu|yedek*|نسخة احتياطية|बैकअप|cadangan
reset|重置|リセット|초기화,재설정|сброс*|restablece*|redefin*|réinitialise*|zurücksetz*|reimposta*|đặt lại|sıfırla*|إعادة تعيين|रीसेट|atur ulang,setel ulang
restart|重启|再起動|재시작|перезапус*,перезагруз*|reinicia*|^|redémarre*|neustart*,neu starten|riavvia*|khởi động lại|yeniden başlat*|أعد تشغيل,إعادة تشغيل|पुनः आरंभ|mulai ulang
monitor|监控,监测|監視,モニタ|모니터링,감시|монитор*,отслеж*|supervisar,monitorear|monitor*|surveille*|überwach*|monitora*|giám sát,theo dõi|izle,izleme|راقب,مراقبة|निगरानी|pantau,memantau
track|跟踪,追踪|追跡|추적|отслед*|rastrea*,seguimiento|rastre*|suivre,suivi|verfolg*,sendungsverfolgung|traccia*|theo dõi|takip|تتبع|ट्रैक|lacak,melacak
explain|解释,说明|説明,解説|설명|объясн*|explica*|expli*|explique*|erklär*|spiega*|giải thích|açıkla*|اشرح,شرح|समझा*|jelaskan
ask|询问,问一下,问|質問,尋ね|질문,물어|спрос*,вопрос*|pregunta*|pergunta*|demande*,question|frage*|chied*,domanda|hỏi|sor,soru|اسأل,سؤال|पूछ*,प्रश्न|tanya*
suggest recommend|推荐,建议|おすすめ,推薦,提案|추천,제안|рекоменд*,посовет*,предлож*|recomendar,recomienda,sugerir|recomend*,sugerir|recommande*,suggérer|empfehl*,empfiehl,vorschlag*|consiglia*,suggerire|gợi ý,đề xuất|öner*,tavsiye|اقترح,اقتراح,توصية|सुझा*|sarankan,rekomendasi*
plan|计划,规划|計画,プラン|계획|спланир*,планир*,план|planear,planifica*|planej*|planifie*|plane*|pianifica*,piano|lập kế hoạch,kế hoạch|planla*|خطط,خطة|योजना|rencana*,merencanakan
turn off|关掉,关灯,关上|消して,オフに|꺼줘,끄기|выключ*,погаси*|apagar,apaga,apague|desligar,desligue,desliga|éteindre,éteins,éteignez|ausschalt*,schalte aus,abschalt*|spegnere,spegni|tắt|söndür*,kapat*|أطفئ,اطفاء,إيقاف تشغيل|बुझा*|matikan
turn on|开灯,打开电源|つけて,点けて,オンに|켜줘,켜기|включ*,зажги*|encender,enciende|ligar a luz,acender,acenda|allumer,allume,allumez|einschalt*,schalte ein,anschalt*|accendere,accendi|bật|yak,açın|شغل,أشعل|चालू|nyalakan,hidupkan
weather forecast|天气预报|天気予報|일기예보|прогноз погоды|pronóstico del tiempo|previsão do tempo|prévisions météo,bulletin météo|wettervorhersage*,wetterbericht*|previsioni del tempo,previsioni meteo|dự báo thời tiết|hava tahmini,hava raporu|توقعات الطقس|मौसम पूर्वानुमान|prakiraan cuaca
measure|测量|測定,計測|측정|измер*|medir,mide|medir,meça|mesure*|messe*|misura*|đo|ölç*|قس,قياس|माप*|ukur,mengukur
predict forecast|预测|予測|예측|прогноз*,предска*|predecir,predice,pronóstico|prever,previsão|prédire,prévoir,prévision*|vorhersag*|prevedere,prevision*|dự đoán,dự báo|tahmin*|توقع,تنبؤ|पूर्वानुमान|prediksi,ramal*
detect|检测,识别|検出,認識|감지,인식|обнаруж*,распозна*|detecta*,reconocer|detect*,reconhecer|détecte*,reconnaître|erkenn*|rileva*,riconoscere|phát hiện,nhận dạng|tespit,algıla*,tanı*|اكتشف,كشف,التعرف|पहचान*|deteksi,kenali
fix|修复,修正,修一下|修正,直し|고쳐,수정해|исправ*,почин*|arregla*,corregir,corrige|corri*,consertar|corrige*,réparer|behebe*,reparier*,korrigier*|corregg*,riparare|sửa lỗi|düzelt*|أصلح,إصلاح|ठीक|perbaiki,memperbaiki
debug|调试|デバッグ|디버그,디버깅|отлад*|depura*|depur*|débogue*|debugge*|eseguire il debug|gỡ lỗi|hata ayıkla*|تصحيح الأخطاء|डिबग|debug
build compile|构建,编译|ビルド,コンパイル|빌드,컴파일|собер*,собра*,скомпил*,сборк*|compila*|compil*|compile*|kompilier*,bauen|^|biên dịch|derle*|ابن,بناء,تجميع|संकलित|bangun,kompilasi
scan|扫描|スキャン|스캔|скан*,отскан*|escanea*|digitalizar,escanear|scanner,numériser|scanne*|scansiona*|quét|tara,tarama*|امسح,مسح ضوئي|स्कैन|pindai,memindai
print|打印,列印|印刷,プリント|인쇄,출력|печат*,распечат*|imprim*|^|imprime*|drucke*|stampa*|in ra|yazdır*|اطبع,طباعة|प्रिंट|cetak,mencetak
attach attachment|附件,附加|添付|첨부|прикреп*,вложен*|adjunt*|anexar,anexo,anexe|joindre,pièce jointe|anhang,anhängen|allega*|đính kèm|ekle dosya,ek dosya|أرفق,مرفق*|संलग्न*|lampir*
archive|归档,存档|アーカイブ|보관|архив*|archiva*|arquiv*|archive*|archivier*|archivia*|lưu trữ|arşiv*|أرشف,أرشيف|संग्रह|arsip*
compress|压缩|圧縮|압축|сжать,сожм*|comprim*|^|compresse*|komprimier*|^|nén|sıkıştır*|اضغط,ضغط|संपीडित|kompres
crop resize|裁剪,调整大小,缩放|トリミング,リサイズ,サイズ変更|자르기,크기 조정|обреза*,размер изображения|recorta*,redimensionar|cortar imagem,redimensionar|recadre*,redimensionner|zuschneid*,skalier*|ritaglia*,ridimensionare|cắt ảnh|kırp*,boyutlandır*|اقتصاص,تغيير حجم|क्रॉप|pangkas
rotate|旋转|回転|회전|поверн*,враща*|rotar,girar,gira|girar,gire|pivoter,tourner|drehe*|ruota*|xoay|döndür*|أدر,تدوير|घुमा*|putar gambar
click|点击,单击|クリック|클릭|нажм*,кликн*,нажать|hacer clic,clic,pulsar|clicar,clique|clique*|klicke*|clicca*,clic|nhấp,bấm|tıkla*|انقر,نقر|क्लिक|klik
type|输入|入力|입력|введ*,ввест*|introducir,teclear|digit*|saisi*|eingeb*,tippe|digita*|gõ|gir,girin|أدخل,إدخال|टाइप|ketik,masukkan
select choose|选择,选中|選択,選ん|선택|выбер*,выбра*,выбор*|selecciona*,elegir|selecion*,escolher|sélectionner,choisi*|auswähl*,wähle|seleziona*,scegliere|chọn|seç*|اختر,اختيار|चुन*|pilih,memilih
scroll|滚动|スクロール|스크롤|прокрут*|desplazar|rolar|défiler|scrollen|scorrere|cuộn|kaydır*|مرر,تمرير|स्क्रॉल|gulir
navigate|导航|ナビ,案内|내비,길 안내|навиг*,перей*|navega*|naveg*|navigue*|navigier*|naviga*|điều hướng|gezin*|تنقل|नेविगेट|navigasi
query|查询|照会,クエリ|쿼리,질의|запрос*|consulta*|consult*|interroger,requête|abfrage*|interroga*|truy vấn|sorgu*|استعل*|क्वेरी|kueri
insert|插入|挿入|삽입|встав*|inserta*|inserir,insira|insérer,insère|einfüg*|inseri*|chèn|araya ekle*|أدرج,إدراج|डालें|sisipkan
authenticate|认证,鉴权|認証|인증|аутентиф*|autentica*|^|authentifier,authentification|authentifizier*|autenticare,autenticazione|xác thực|kimlik doğrula*|مصادقة|प्रमाणीकरण|autentikasi
notify|通知一下,提醒我|知らせ|알림 보내,통보|уведом*,оповест*|notificar,avisa*|notifi*,avisar|notifie*,prévenir|benachrichtig*|notificare,avvisa*|thông báo cho|bildir*|أخطر,إشعار|सूचित|beri tahu
refund|退款|返金,払い戻し|환불|возврат*,вернуть деньги,верни деньги|reembols*|^|rembourse*|erstatt*,rückerstattung|rimbors*|hoàn tiền|iade*|استرداد,استرجاع|धनवापसी|kembalikan dana,pengembalian dana
transfer|转账,汇款,转移|送金,振込,振り込|송금,이체|перевод*,перечисли|transf*,transferencia|transf*,transferência|virement,virer|überweis*|bonifico,trasferi*|chuyển khoản|havale,aktar*|حوالة,تحويل أموال|ट्रांसफर,अंतरण|transfer
withdraw|提款,取款|出金,引き出|출금,인출|снять деньги,вывод средств|retirar dinero|sacar,saque|retirer de l'argent|abheb*|preleva*|rút tiền|para çek*|سحب|निकासी|tarik tunai
deposit|存款,充值|入金,預け入れ|입금,예치|депозит*,пополн*|depositar,depósito|^|déposer,dépôt|einzahl*|versare,deposito|gửi tiền,nạp tiền|yatır*|إيداع|जमा|setor,deposit
order|下单,订单,订购|注文,オーダー|주문|заказ*,закаж*|pedido*,pedir,ordenar|pedido*,encomend*|commande*|bestell*|ordin*|đặt hàng,đơn hàng|sipariş*|اطلب,طلب,طلبات|ऑर्डर|pesan*
deliver shipping|配送,送货,发货,物流|配送,配達,発送|배송,배달|достав*|entrega*,envío*|entrega*,frete|livrer,livraison|liefer*,versand|consegna*,spedizione|giao hàng,vận chuyển|teslimat,kargo|توصيل,شحن|वितरण,डिलीवरी|kirim barang,pengiriman
return|退货,归还|返品,返却|반품,반환|верну*,вернут*|devolver,devuelve,devolución|devol*|retour*|zurückgeb*,rücksendung|restituire,reso|trả hàng,trả lại|iade et*|إرجاع|लौटा*,वापस|mengembalikan
vote|投票|投票|투표|голос*,проголос*|votar,vota|votar,vote|voter,vote|abstimm*|votare,vota|bỏ phiếu|oyla*|صوت,تصويت|मतदान|pilih suara,voting
like|点赞|いいね|좋아요|лайк*|me gusta|curtir,curta|j'aime,aimer|gefällt mir|mi piace|thích|beğen*|إعجاب|पसंद|suka
follow|关注|フォロー|팔로우|подписат*|seguir,sigue|seguir,siga|suivre|folge*|segui*|theo dõi|takip et*|تابع,متابعة|फॉलो|ikuti
join|加入会议,参加|参加|참가,참여|присоедин*|unirse,únete,unir|entrar em,participar|rejoin*|beitreten|unirsi,partecipare|tham gia|katıl*|انضم,انضمام|शामिल|bergabung,gabung
leave|离开,退出|退出,離れ|나가기,퇴장|покин*,выйти|salir,abandonar|sair,saia|quitte*|verlass*|lascia*,uscire|rời khỏi|ayrıl*|غادر,مغادرة|छोड*|keluar
file|文件,档案|ファイル|파일|файл*|archivo*,fichero*|arquivo*,ficheiro*|fichier*|datei*|file|tệp,tập tin|dosya*|ملف*|फाइल*|berkas
folder directory|文件夹,资料夹,目录|フォルダ,ディレクトリ|폴더,디렉터리|папк*,каталог*|carpeta*,directorio*|pasta*,diretório*|dossier*,répertoire*|ordner*,verzeichnis*|cartell*|thư mục|klasör*|مجلد*|फोल्डर*|direktori
email mail|邮件,电子邮件,邮箱,电邮,信箱|メール|이메일,메일|письм*,почта,почту,почты,почте|correo*|^|e-mail,courriel*,mail|e-mail*,mail,mails|posta elettronica,email|thư điện tử|e-posta*,eposta*|بريد,إيميل|ईमेल|surel
inbox|收件箱|受信トレイ,受信箱|받은편지함|входящ*|bandeja de entrada|caixa de entrada|boîte de réception|posteingang*|posta in arrivo|hộp thư đến|gelen kutusu|صندوق الوارد|इनबॉक्स|kotak masuk
message|消息,信息,讯息,短信|メッセージ|메시지|сообщени*|mensaje*|mensage*|message*|nachricht*|messaggi*|tin nhắn|mesaj*|رسال*|संदेश*,मैसेज|pesan
chat conversation|聊天,对话|チャット,会話|채팅,대화|чат*,диалог*,бесед*|conversación*|conversa*|discussion*|gespräch*|conversazion*|trò chuyện|sohbet*|محادث*,دردش*|बातचीत,चैट|obrolan
channel|频道|チャンネル|채널|канал*|canal*|canal,canais|canal,canaux|kanal,kanäle|^|kênh|kanal*|قنا*|चैनल|saluran
contact|联系人,通讯录|連絡先|연락처|контакт*|contacto*|contato*|contact*|kontakt*|contatt*|danh bạ,liên hệ|kişiler,rehber|جهات الاتصال|संपर्क*|kontak
phone|电话,手机|電話,携帯|전화,휴대폰|телефон*|teléfono*,móvil|telefone*,celular|téléphone*|telefon*,handy|telefono,cellulare|điện thoại|telefon*|هاتف*|फोन|ponsel
address|地址|住所,アドレス|주소|адрес*|direcci*|endereço*|adresse*|adresse*,anschrift|indirizz*|địa chỉ|adres*|عنوان*|पता|alamat
calendar|日历,行事历|カレンダー|캘린더,달력|календар*|calendario*|calendário*|calendrier*|kalender*|^|lịch|takvim*|تقويم|कैलेंडर|kalender
event|活动,事件|イベント,行事|이벤트,행사|событи*,мероприяти*|evento*|^|événement*|ereignis*,veranstaltung*|evento,eventi|sự kiện|etkinli*|حدث,فعالي*|कार्यक्रम|acara
meeting|会议,开会|会議,ミーティング,打ち合わせ|회의,미팅|встреч*,совещани*|reuni*|^|réunion*|besprechung*,sitzung*|riunion*|cuộc họp,họp|toplantı*|اجتماع*|बैठक*,मीटिंग|rapat
appointment|约会|アポ|약속|приём*|cita,citas|consulta médica,compromisso*|rendez-vous|termin*|appuntament*|cuộc hẹn,lịch hẹn|randevu*|موعد,مواعيد|अपॉइंटमेंट|janji temu
reminder remind|提醒|リマインダー,リマインド|알림,리마인더|напомин*,напомн*|recordatorio*,recuérda*|lembrete*,lembre*|rappel*|erinner*|promemoria,ricorda*|nhắc nhở,nhắc|hatırlat*|تذكير*,ذكرني|याद दिला*|ingatkan,pengingat
alarm|闹钟,警报|アラーム,目覚まし|알람|будильник*|alarma*,despertador|alarme*|alarme*,réveil|wecker*,alarm|sveglia|báo thức|alarm*|منبه|अलार्म|alarm
timer|计时器,定时器|タイマー|타이머|таймер*|temporizador*|^|minuteur*|timer|timer|hẹn giờ|zamanlayıcı*|مؤقت|टाइमर|pengatur waktu
date|日期|日付|날짜|дата,дату,даты,дате|fecha*|data,datas|date*|datum|data,date|ngày tháng|tarih*|تاريخ|तारीख|tanggal
time|时间,几点|時間,時刻,何時|시간|врем*|hora,tiempo|hora,tempo|heure*,temps|uhrzeit,zeit|ora,orario|thời gian|saat,zaman|وقت,الساعة|समय|waktu
today|今天|今日|오늘|сегодня|hoy|hoje|aujourd'hui|heute|oggi|hôm nay|bugün*|اليوم|आज|hari ini
tomorrow|明天|明日|내일|завтра*|mañana|amanhã|demain|morgen|domani|ngày mai|yarın*|غدا|कल|besok
week|一周,本周,每周,星期|今週,来週,毎週,週間|이번 주,주간,매주|недел*|semana*|^|semaine*|woche*|settimana*|tuần|hafta*|أسبوع*|सप्ताह,हफ्ते|minggu
month|月份,本月,每月|今月,来月,毎月|이번 달,매월|месяц*|mes,meses|mês,meses|mois|monat*|mese,mesi|tháng|aylık|شهر*|महीने,महीना|bulan
task todo|任务,待办|タスク,作業,やること|작업,할 일,태스크|задач*,задани*|tarea*|tarefa*|tâche*|aufgabe*|attività,compit*|nhiệm vụ,công việc|görev*|مهمة,مهام|कार्य|tugas
project|项目,专案|プロジェクト|프로젝트|проект*|proyecto*|projeto*|projet*|projekt*|progett*|dự án|proje*|مشروع,مشاريع|परियोजना|proyek
issue problem|问题,工单,议题|課題,問題,イシュー|이슈,문제|проблем*,тикет*|problema*,incidencia*|problema*|problème*|problem*|problem*|vấn đề|sorun*|مشكل*|समस्या*|masalah
bug error|错误,缺陷,报错|バグ,エラー,不具合|버그,오류,에러|ошибк*,баг*|error*|erro,erros|erreur*|fehler*|^|lỗi|hata,hatalar*,hatay*|خطأ,أخطاء|त्रुटि*|kesalahan
ticket|门票,车票,票|チケット,切符|티켓,표 예매|билет*|boleto*,entradas,billete*|bilhete*,ingresso*,passagem|billet*|fahrkarte*,eintrittskarte*|bigliett*|vé|bilet*|تذكرة,تذاكر|टिकट|tiket
note|笔记,备忘|メモ,ノート|메모,노트|заметк*|nota,notas,apunte*|nota,notas,anotaç*|note*|notiz*|nota,appunt*|ghi chú|notlar*|ملاحظ*|नोट*|catatan
document|文档|文書,書類,ドキュメント|문서|документ*|documento*|^|document*|dokument*|document*|tài liệu|belge*|مستند*,وثيق*|दस्तावेज*|dokumen
page|页面,网页|ページ|페이지|страниц*|página*|^|page*|seite*|pagin*|trang|sayfa*|صفح*|पृष्ठ,पेज|halaman
website web|网站,网址,网络,网页|ウェブサイト,サイト,ウェブ|웹사이트,사이트,웹|сайт*,веб*|sitio web,página web|site,sites|site*|webseite*,internetseite*|sito,siti|trang web|web sitesi|موقع إلكتروني,موقع,ويب|वेबसाइट|situs
internet|互联网,上网|インターネット,ネット|인터넷|интернет*|internet|^|internet|internet|^|mạng|internet|إنترنت|इंटरनेट|internet
link url|链接,连结|リンク|링크|ссылк*|enlace*,vínculo*|link|lien,liens|link,verknüpfung|collegament*|liên kết|bağlantı*|رابط,روابط|लिंक|tautan
browser|浏览器|ブラウザ|브라우저|браузер*|navegador*|^|navigateur*|browser|browser|trình duyệt|tarayıcı*|متصفح*|ब्राउजर|peramban
screen|屏幕,荧幕,萤幕,显示器|画面,スクリーン|화면,스크린|экран*|pantalla*|tela,telas,ecrã|écran*|bildschirm*|scherm*|màn hình|ekran*|شاش*|स्क्रीन|layar
screenshot|截图,截屏|スクリーンショット,スクショ|스크린샷,캡처|скриншот*,снимок экрана|captura de pantalla|captura de tela|capture d'écran|bildschirmfoto*|schermata|chụp màn hình|ekran görüntüsü*|لقطة شاشة|स्क्रीनशॉट|tangkapan layar
window|窗口|ウィンドウ|창 닫,창 열|окно,окна|ventana*|janela*|fenêtre*|fenster*|finestr*|cửa sổ|pencere*|نافذ*|विंडो|jendela
button|按钮|ボタン|버튼|кнопк*|botón,botones|botão,botões|bouton*|schaltfläche*|pulsant*|nút|düğme*|زر,أزرار|बटन|tombol
image picture|图片,图像,影像,图|画像,イメージ|이미지,그림|изображени*,картин*|imagen,imágenes|image*|image*|bild,bilder*|immagin*|hình ảnh|görüntü*,resim*|صور*|चित्र,छवि|gambar
photo|照片,相片,相册|写真|사진|фото*|foto*,fotografía*|foto*|photo*|foto*|foto*|ảnh|fotoğraf*|صورة فوتوغرافية|फोटो|foto
video|视频,影片|動画,ビデオ|동영상,비디오,영상|видео*|video*,vídeo*|vídeo*|vidéo*|video*|video|video|video*|فيديو*|वीडियो|video
audio sound|音频,声音|音声,オーディオ|오디오,소리|аудио*,звук*|audio*,sonido*|áudio*,som|audio*,son,sons|audio*,ton|audio,suono,suoni|âm thanh|ses,sesli,sesi|صوت*|ऑडियो,ध्वनि|suara
music song|音乐,歌曲,歌|音楽,曲を,歌|음악,노래|музык*,песн*|música*,canci*|música*|musique*,chanson*|musik*,lied,lieder|musica,canzon*|nhạc,bài hát|müzi*,şarkı*|موسيق*,أغني*|संगीत,गाना,गाने|lagu
playlist|歌单,播放列表|プレイリスト|재생목록|плейлист*|lista de reproducción|lista de reprodução|liste de lecture|wiedergabeliste*|scaletta|danh sách phát|çalma listesi|قائمة تشغيل|प्लेलिस्ट|daftar putar
volume|音量|音量|음량,볼륨|громкост*|volumen|volume|volume|lautstärke*|volume|âm lượng|ses seviyesi|مستوى الصوت|आवाज|volume
movie film|电影|映画|영화|фильм*,кино*|película*|filme*|film,films|film,filme|film|phim|film*|فيلم,أفلام|फिल्म*|film
game|游戏|ゲーム|게임|игр*|juego*,partido*|jogo*|jeu,jeux|spiel*|gioco,giochi|trò chơi|oyun*|لعب*|खेल*|permainan
book|书籍,图书,书|書籍,本を,図書|도서,책을|книг*|libro*|livro*|livre*|buch,bücher*|libro,libri|sách|kitap*,kitab*|كتاب,كتب|किताब*,पुस्तक*|buku
article|文章|記事|기사,글을|стать*|artículo*|artigo*|article*|artikel*|articol*|bài viết|makale*|مقال*|लेख*|artikel
news|新闻|ニュース|뉴스|новост*|noticia*|notícia*|actualité*,nouvelles|nachrichten,neuigkeiten|notizi*|tin tức|haber*|أخبار,خبر|समाचार,खबर*|berita
post|帖子,发帖|投稿|게시물|пост,посты,публикаци*|publicación*|publicação*,postagem|publication*|beitr*|pubblicazion*|bài đăng|gönderi*|منشور*|पोस्ट|postingan
blog|博客|ブログ|블로그|блог*|blog|^|blog|blog|^|blog|blog*|مدون*|ब्लॉग|blog
user|用户,使用者|ユーザー,利用者|사용자,유저|пользовател*|usuario*|usuário*,utilizador*|utilisateur*|benutzer*,nutzer*|utent*|người dùng|kullanıcı*|مستخدم*|उपयोगकर्ता*|pengguna
account|账户,账号,帐户,帐号|アカウント,口座|계정,계좌|аккаунт*,учётн*|cuenta*|conta*|compte*|konto,konten|account,conto|tài khoản|hesap*,hesab*|حساب*|खाता,खाते|akun
password|密码|パスワード|비밀번호,암호|парол*|contraseña*|senha*,palavra-passe|mot de passe|passwort*,kennwort*|password|mật khẩu|parola*,şifre*|كلمة المرور,كلمة السر|पासवर्ड|kata sandi
permission access|权限,访问|権限,アクセス|권한,접근|разрешени*,доступ*|permiso*,acceso*|permiss*,acesso*|autorisation*,accès|berechtigung*,zugriff*|permess*,accesso|quyền|izin*,erişim*|إذن,صلاحي*,وصول|अनुमति*|izin,akses
role|角色|役割,ロール|역할|роль,роли|rol,roles|função|rôle*|rolle*|ruolo,ruoli|vai trò|rolü,roller|دور,أدوار|भूमिका|peran
team group|团队,小组,群组,组|チーム,グループ|팀,그룹|команд*,групп*|equipo*,grupo*|equipe*,grupo*|équipe*,groupe*|gruppe*|squadra,grupp*|nhóm,đội|takım*,grup*|فريق,مجموع*|टीम,समूह|tim,grup
member|成员,会员|メンバー,会員|멤버,회원|участник*,член*|miembro*|membro*|membre*|mitglied*|membr*|thành viên|üye*|عضو,أعضاء|सदस्य*|anggota
customer client|客户,顾客|顧客,お客|고객|клиент*,заказчик*|cliente*|^|client*|kunde*|client*|khách hàng|müşteri*|عميل,عملاء,زبون|ग्राहक*|pelanggan
company organization|公司,企业,组织|会社,企業,組織|회사,기업,조직|компани*,организаци*|empresa*,organización|empresa*,organização|entreprise*,organisation*|firma,unternehmen*|aziend*|công ty,tổ chức|şirket*|شرك*,منظم*|कंपनी,संगठन|perusahaan
employee staff|员工,职员|社員,従業員|직원,사원|сотрудник*,работник*|empleado*|funcionário*|employé*,salarié*|mitarbeiter*|dipendent*|nhân viên|çalışan*|موظف*|कर्मचारी*|karyawan
department|部门|部署,部門|부서|отдел*|departamento*|^|service,département*|abteilung*|reparto|phòng ban|departman*|قسم,إدار*|विभाग|departemen
job position|工作,职位,招聘|仕事,求人,採用|채용,일자리|работа,работу,работы,ваканси*|trabajo*,empleo*|trabalho*,emprego*,vaga|emploi*,travail|arbeitsplatz*,stelle,stellenangebot*|lavoro|việc làm|iş ilanı,işler*|وظيف*,عمل|नौकरी*|pekerjaan,lowongan
salary payroll|工资,薪水,薪资|給与,給料|급여,월급|зарплат*|salario*,nómina*|salário*|salaire*,paie|gehalt*,lohn*|stipendi*|lương|maaş*|راتب,رواتب|वेतन|gaji
vacation leave|请假,假期,休假|休暇,有給|휴가|отпуск*|vacaciones|férias|congé*,vacances|urlaub*|ferie|nghỉ phép|tatil*,izin talebi|إجازة,عطل*|छुट्टी*|cuti,liburan
training course|培训,课程|研修,講座,コース,授業|교육,강좌,수업|курсы,курсов,обучени*|curso*,formación|curso*,treinamento*|cours,formation*|kurs*,schulung*|corso,corsi,formazione|khóa học,đào tạo|kurs*,eğitim*,ders*|دورة تدريبية,تدريب*|पाठ्यक्रम|pelatihan,kursus
school|学校,大学|学校,大学|학교,대학|школ*,университет*|escuela*,universidad|escola*,universidade|école*,université*|schule*,universität*|scuol*,università|trường|okul*,üniversite*|مدرس*,جامع*|विद्यालय,विश्वविद्यालय|sekolah
student|学生|学生,生徒|학생|студент*,ученик*|estudiante*,alumno*|aluno*,estudante*|étudiant*,élève*|student*,schüler*|student*|học sinh,sinh viên|öğrenci*|طالب,طلاب|छात्र*|siswa
invoice bill|发票,开发票,开票,账单,帐单|請求書,インボイス|청구서,인보이스|счёт,счета,счетов,инвойс*|factura*|fatura*,boleto|facture*|rechnung*|fattur*|hóa đơn|fatura*|فاتور*,فواتير|चालान,बिल|faktur,tagihan
payment|支付方式,缴费|支払い,決済|결제,지급|платёж*,платеж*|pago,pagos|pagamento*|paiement*|zahlung*|pagament*|khoản thanh toán|ödeme*|مدفوع*|भुगतान|pembayaran
price|价格,多少钱,报价|価格,値段,いくら|가격,얼마|цена,цену,цены,ценой,стоимост*,сколько стоит|precio*,cuánto cuesta|preço*,quanto custa|prix,combien coûte|preis*,kostet|prezz*,quanto costa|giá|fiyat*|سعر,أسعار|कीमत*,मूल्य|harga
cost expense|费用,开支,支出|費用,経費,支出|비용,지출|расход*,затрат*|gasto*,costo*,coste*|despesa*,custo*|dépense*,coût*,frais|kosten,ausgabe*|spesa,spese,costo,costi|chi phí|gider*,masraf*|تكلف*,مصروف*|खर्च*,लागत|biaya
budget|预算|予算|예산|бюджет*|presupuesto*|orçamento*|budget*|budget*|bilancio|ngân sách|bütçe*|ميزاني*|बजट|anggaran
tax|税,税务,税费|税金,税|세금|налог*|impuesto*|imposto*|impôt*,taxe*|steuer*|tass*,impost*|thuế|vergi*|ضريب*|कर की,टैक्स|pajak
discount coupon|优惠券,折扣,优惠|クーポン,割引|쿠폰,할인|скидк*,купон*|descuento*,cupón|desconto*,cupom|réduction*,remise*|rabatt*,gutschein*|scont*|giảm giá|indirim*,kupon*|خصم,قسيم*|छूट,कूपन|diskon
money|钱|お金|돈을|деньг*,денег|dinero|dinheiro|argent|geld|soldi,denaro|tiền|para|مال,نقود|पैसे,पैसा,धन|uang
bank|银行|銀行|은행|банк*|banco*|^|banque*|bank,banken|banca|ngân hàng|banka*|بنك,بنوك,مصرف|बैंक|bank
balance|余额|残高|잔액,잔고|баланс*,остаток на|saldo*|^|solde*|kontostand*,saldo|^|số dư|bakiye*|رصيد*|शेष राशि,बैलेंस|saldo
currency|货币,币种|通貨|통화,화폐|валют*|moneda*,divisa*|moeda*|devise*,monnaie*|währung*|valut*|tiền tệ|para birimi,döviz*|عملة,عملات|मुद्रा|mata uang
exchange rate|汇率|為替,換算レート|환율|курс валют*,курс,курсу,обменный курс|tipo de cambio,cambio|taxa de câmbio,câmbio|taux de change|wechselkurs*|tasso di cambio|tỷ giá|döviz kuru,kuru|سعر الصرف|विनिमय दर|kurs,nilai tukar
stock|股票,股价|株価,株式,株|주식,주가|акци*|acción bursátil,bolsa,acciones|ação,ações,bolsa|action en bourse,bourse|aktie*|azioni,borsa|cổ phiếu|hisse*,borsa*|سهم,أسهم|शेयर|saham
stock inventory|库存,存货|在庫|재고|запас*,склад*|inventario*,existencias|estoque*|stock*,inventaire*|lagerbestand*,bestand*|magazzino,inventario,scorte|tồn kho|stok*,envanter*|مخزون|भंडार|stok,persediaan
portfolio|投资组合,持仓|ポートフォリオ,保有銘柄|포트폴리오|портфел*|cartera*,portafolio*|carteira*,portfólio*|portefeuille*|depot,portfolio*|portafogli*|danh mục đầu tư|portföy*|محفظ*|पोर्टफोलियो|portofolio
invest investment|投资|投資|투자|инвест*|inver*|investir,investimento*|investir,investissement*|investier*,investition*|investi*|đầu tư|yatırım*|استثمار*|निवेश|investasi
loan credit|贷款,信用卡,信贷|ローン,融資,クレジット|대출,신용|кредит*,заём|préstamo*,crédito*|empréstimo*,crédito*|prêt*,crédit*|kredit*,darlehen*|prestit*,credito|vay,tín dụng|kredi*|قرض,ائتمان|ऋण,क्रेडिट|pinjaman,kredit
crypto|加密货币,比特币|仮想通貨,暗号資産,ビットコイン|암호화폐,비트코인|крипто*,биткоин*|criptomoneda*|criptomoeda*|cryptomonnaie*|kryptowährung*|criptovalut*|tiền điện tử|kripto*|عملة رقمية,بيتكوين|क्रिप्टो|kripto
insurance|保险|保険|보험|страхов*|seguro*|^|assurance*|versicherung*|assicurazion*|bảo hiểm|sigorta*|تأمين*|बीमा|asuransi
contract agreement|合同,合约,协议|契約|계약|договор*,контракт*|contrato*|^|contrat*|vertr*|contratt*|hợp đồng|sözleşme*|عقد,عقود|अनुबंध|kontrak
law legislation|法律,法令,法规,法条|法令,法律,法規|법률,법령|закон*|ley,leyes,legislación|lei,leis,legislação|loi,lois,législation|gesetz*|legge,leggi,legislazione|luật,pháp luật|kanun*,yasa*,mevzuat*|قانون,قوانين|कानून*|hukum
court case|法院,判例,案件|裁判,判例|법원,판례|суд,суда,судебн*|tribunal*,sentencia*|tribuna*|tribunal*,jugement*|gericht,urteil*|tribunale,sentenz*|tòa án|mahkeme*|محكم*|अदालत|pengadilan
weather|天气,气象|天気,気象|날씨,기상|погод*|clima,tiempo hará|clima,tempo|météo*,temps|wetter*|meteo|thời tiết|hava durumu,hava|طقس|मौसम|cuaca
temperature|温度,气温|気温,温度|기온,온도|температур*|temperatura*|^|température*|temperatur*|temperatur*|nhiệt độ|sıcaklı*|درجة الحرارة,حرار*|तापमान|suhu
rain|下雨,降雨|雨|비가,강수|дожд*|lluvia,llover|chuva,chover|pluie,pleuvoir|regen,regnet|pioggia,piovere|mưa|yağmur*|مطر,أمطار|बारिश|hujan
map|地图|地図,マップ|지도|карт*|mapa*|^|carte*|landkarte*,karte|mappa,mappe|bản đồ|harita*|خريط*|नक्शा,मानचित्र|peta
route directions|路线,路径,怎么走|経路,ルート,道順|경로,길찾기|маршрут*|ruta*,cómo llegar|rota*,trajeto|itinéraire*|route*,strecke*|percors*,itinerari*|tuyến đường,chỉ đường|rota*,güzergah*|مسار,طريق|रास्ता,मार्ग|rute
location place|地点,位置,地方,附近|場所,位置,近く|장소,위치,근처|мест*,локаци*|lugar*,ubicación|lugar*,localização|lieu,lieux,emplacement*|ort,orte,standort*|luogo,luoghi,posizione|địa điểm,vị trí|konum*|مكان,موقع جغرافي|स्थान,जगह|lokasi,tempat
restaurant|餐厅,饭店,餐馆|レストラン,飲食店|식당,레스토랑,맛집|ресторан*|restaurante*|^|restaurant*|restaurant*|ristorant*|nhà hàng|restoran*|مطعم,مطاعم|रेस्तरां|restoran
flight|航班,机票,飞机|フライト,航空券,飛行機|항공편,비행기,항공권|рейс*,авиабилет*,самолёт*|vuelo*|voo,voos|vol,vols|flug,flüge*|volo,voli|chuyến bay|uçuş*,uçak*|رحلة جوية,رحلات جوية,طيران|उडान*|penerbangan
hotel|酒店,宾馆,旅馆,住宿|ホテル,旅館,宿泊|호텔,숙소|отел*,гостиниц*|hotel*,alojamiento|hotel,hotéis,hospedagem|hôtel*|hotel*,unterkunft|alberg*|khách sạn|otel*|فندق,فنادق|होटल|hotel
train|火车,高铁,列车|電車,列車,新幹線|기차,열차|поезд*|tren,trenes|trem,trens,comboio|train*|zug,züge,bahn|treno,treni|tàu hỏa,tàu|tren*|قطار*|ट्रेन,रेल|kereta
bus|公交,巴士,公车|バス|버스|автобус*|autob*|ônibus,autocarro|bus,autocar|bus,busse|autobus|xe buýt|otobüs*|حافل*|बस|bis
car vehicle|汽车,车辆,租车,车|自動車,車|자동차,차량,렌터카|машин*,автомобил*|coche*,auto,carro|carro*,veículo*|voiture*,véhicule*|auto,autos,fahrzeug*|macchina,auto,veicol*|xe,ô tô|araba*,araç*|سيار*,مركب*|कार,गाडी,वाहन|mobil
taxi ride|出租车,打车,计程车|タクシー|택시|такси|taxi,taxis|táxi*|taxi*|taxi*|taxi|taxi|taksi*|تاكسي,أجرة|टैक्सी|taksi
parking|停车|駐車|주차|парков*|aparcamiento*,estacionamiento*|estacionamento*|parking,stationnement|parkplatz*,parken|parcheggi*|đỗ xe,bãi đỗ|otopark*|موقف سيارات|पार्किंग|parkir
travel trip|旅行,旅游,行程,出差|旅行,出張|여행,출장|путешеств*,поездк*,командировк*|viaje*,viajar|viage*|voyage*|reise*|viaggi*|du lịch,chuyến đi|seyahat*|سفر,رحل*|यात्रा|perjalanan
airport|机场|空港|공항|аэропорт*|aeropuerto*|aeroporto*|aéroport*|flughafen*|aeroporto|sân bay|havaalanı*|مطار*|हवाई अड्डा|bandara
city|城市|都市,街の|도시|город*|ciudad*|cidade*|ville*|stadt,städte*|città|thành phố|şehir*,şehr*|مدين*,مدن|शहर*|kota
country|国家|国別,国の|국가,나라|стран*|país,países|^|pays|land,länder*|paese,paesi|quốc gia,đất nước|ülke*|دول*,بلد|देश*|negara
language|语言|言語|언어|язык*|idioma*,lengua*|idioma*,língua*|langue*|sprache*|lingu*|ngôn ngữ|dil,diller*|لغ*|भाषा*|bahasa
text|文字,文本,单词|テキスト,文字,文章,単語|텍스트,글자,단어|текст*,слов*|texto*,palabra*|texto*,palavra*|texte*,mot,mots|text,texte,wort,wörter|testo,testi,parol*|văn bản|metin*,kelime*|نص,نصوص,كلم*|पाठ,शब्द*|teks,kata
name|名称,名字|名前|이름|имя,имен*,назван*|nombre*|nome,nomes|nom,noms|namen|nome,nomi|tên|isim*,ad,adı|اسم,أسماء|नाम|nama
recipe|食谱,菜谱|レシピ|레시피|рецепт*|receta*|receita*|recette*|rezept*|ricett*|công thức|tarif*|وصفة طبخ,وصفة,وصفات|व्यंजन|resep
food meal|食物,美食,外卖,餐|料理,食事,食べ物|음식,식사|еда,еду,еды,блюд*|comida*|comida*,refeição|nourriture,repas,plat|essen,mahlzeit*|cibo,pasto,pasti|món ăn,thức ăn|yemek*|طعام,وجب*|खाना,भोजन|makanan
health|健康|健康|건강|здоровь*|salud|saúde|santé|gesundheit*|salute|sức khỏe|sağlı*|صح*|स्वास्थ्य|kesehatan
doctor|医生,医院,医疗|医師,医者,病院,医療|의사,병원,의료|врач*,больниц*,медицин*|médico*,hospital*|médico*,hospital|médecin*,hôpital|arzt,ärzte,krankenhaus*|medic*,ospedale|bác sĩ,bệnh viện|doktor*,hastane*|طبيب,أطباء,مستشفى|डॉक्टर,अस्पताल|dokter,rumah sakit
medicine drug|药物,药品,药|薬|약물,의약|лекарств*|medicamento*|^|médicament*|medikament*|farmac*|thuốc|ilaç*|دواء,أدوية|दवा*|obat
workout exercise|运动,健身,锻炼|運動,ワークアウト,筋トレ|운동,피트니스|тренировк*,упражнени*|ejercicio*,entrenamiento*|exercício*,treino*|exercice*,entraînement*|sport,übung*|eserciz*,allenament*|tập luyện,thể dục|egzersiz*,antrenman*|تمرين,تمارين|व्यायाम|olahraga,latihan
sleep|睡眠|睡眠|수면|сон,сна|sueño,dormir|sono,dormir|sommeil|schlaf*|sonno|giấc ngủ|uyku*|نوم|नींद|tidur
sport score|体育,比分,球赛|スポーツ,試合,得点|스포츠,경기,점수|спорт*,матч*|deporte*|esporte*,futebol|sport,match|sport,spielstand*|sport,partita|thể thao|spor,maç*|رياض*,مبارا*|खेल,मैच|olahraga
code|代码,程式码,程序|コード,プログラム|코드,프로그램|код,кода,коде|código*|^|code*|code,quellcode*|codice|mã nguồn,mã|kod,kodu*,kodlar*|كود,شيفر*,برمج*|कोड|kode
repository repo|仓库,代码库|リポジトリ|저장소,리포지토리|репозитор*|repositorio*|repositório*|dépôt*|repositor*|repository|kho lưu trữ,kho mã|depo,depolar*|مستودع*|रिपॉजिटरी|repositori
branch|分支|ブランチ|브랜치|ветк*,ветв*|rama,ramas|ramo,branch|branche*|zweig,branch|ramo,rami|nhánh|dal,dalı,dallar*|فرع,فروع|शाखा*|cabang
commit|提交|コミット|커밋|коммит*|confirmación,commit|commit|commit,valider|commit|commit|cam kết|commit*|إيداع كود|कमिट|komit
pull request|合并请求,拉取请求|プルリクエスト,プルリク|풀 리퀘스트,풀리퀘스트|пулл-реквест*,пул-реквест*|solicitud de extracción|solicitação de pull|demande de tirage|zusammenführungsanfrage|richiesta di pull|yêu cầu kéo|çekme isteği|طلب سحب|पुल अनुरोध|permintaan tarik
version release|版本,发行版|バージョン,リリース|버전,릴리스|верси*,релиз*|versi*|versão,versões|version*|version*|version*,rilascio|phiên bản|sürüm*|إصدار*,نسخة|संस्करण|versi,rilis
database|数据库,资料库|データベース|데이터베이스|база,базы,базе,базу,бд|base de datos,bases de datos|banco de dados,base de dados|base de données,bases de données|datenbank*|banca dati,database|cơ sở dữ liệu|veritaban*|قاعدة بيانات,قواعد البيانات|डेटाबेस|basis data
table|表格,数据表|テーブル,表を|테이블,표를|таблиц*|tabla*|tabela*|table*|tabelle*|tabell*|bảng|tablo*|جدول,جداول|तालिका*|tabel
column|字段,列名|列を,フィールド,項目|열을,필드|столб*,поле,поля|columna*,campo*|coluna*,campo*|colonne*,champ*|spalte*,feld,felder|colonn*,campo,campi|cột,trường dữ liệu|sütun*,alan*|عمود,أعمدة,حقل|स्तंभ|kolom
row|行数据,数据行|行を,レコード|행을,레코드|строк*,запис*|fila,filas,registro*|linha*,registro*|ligne*|zeile*,datensatz*|riga,righe|hàng,dòng|satır*|صف,صفوف|पंक्ति*|baris
data|数据,资料|データ|데이터|данн*|datos|dados|données|daten|dati|dữ liệu|veri,veriler*|بيانات|डेटा,आंकडे|data
report|报告,报表|レポート,報告|보고서,리포트|отчёт*,отчет*|informe*,reporte*|relatório*|rapport*|bericht*|rapporto,relazione|báo cáo|rapor*|تقرير,تقارير|रिपोर्ट|laporan
chart graph|图表|グラフ,チャート,図表|차트,그래프|график*,диаграм*|gráfico*,gráfica*|gráfico*|graphique*|diagramm*,grafik*|grafic*|biểu đồ|grafi*|مخطط*,رسم بياني|चार्ट|grafik,bagan
statistics metrics|统计,指标|統計,指標|통계,지표|статисти*,метрик*|estadística*,métrica*|estatística*,métrica*|statistique*,indicateur*|statistik*,kennzahl*|statistiche,metriche|thống kê|istatistik*|إحصا*|सांख्यिकी|statistik
spreadsheet sheet|电子表格,工作表,表单|スプレッドシート,シート|스프레드시트,시트|электронная таблица,электронную таблицу,лист,листы,листа|hoja de cálculo,hoja|planilha*,folha|feuille de calcul,tableur|tabellenblatt*|foglio di calcolo,foglio|bảng tính|elektronik tablo|جدول بيانات|स्प्रेडशीट|lembar kerja
presentation slide|幻灯片,演示文稿|スライド,プレゼン|슬라이드,프레젠테이션|презентаци*,слайд*|presentación,diapositiva*|apresentaç*|présentation*,diapositive*|präsentation*,folie*|presentazion*,diapositiv*|bài thuyết trình|sunum*,slayt*|عرض تقديمي|प्रस्तुति|presentasi
form survey|表单,问卷,调查|フォーム,アンケート|양식,설문|форма,форму,формы,форме,опрос*,анкет*|formulario*,encuesta*|formulário*,pesquisa de|formulaire*,sondage*|formular*,umfrage*|modul*,sondaggi*|biểu mẫu,khảo sát|form,anket*|نموذج,استبيان|फॉर्म,सर्वेक्षण|formulir,survei
template|模板,范本|テンプレート,雛形|템플릿|шаблон*|plantilla*|modelo*|modèle*|vorlage*|modell*|mẫu|şablon*|قالب,قوالب|टेम्पलेट|templat
tag label|标签|タグ,ラベル|태그,라벨|тег*,метк*|etiqueta*|etiqueta*,rótulo*|étiquette*|etikett*,schlagwort*|etichett*|nhãn,thẻ|etiket*|وسم,وسوم,علامة|टैग|label
cart|购物车|カート,買い物リスト|장바구니|корзин*|carrito*|carrinho*|panier*|warenkorb*|carrello|giỏ hàng|sepet*|سلة|कार्ट|keranjang
product|产品,商品|商品,製品|제품,상품|товар*,продукт*|producto*|produto*|produit*|produkt*|prodott*|sản phẩm|ürün*|منتج*|उत्पाद*|produk
shop store|商店,店铺|店舗,ショップ,お店|상점,매장,가게|магазин*|tienda*|loja*|magasin*,boutique*|laden,geschäft*|negozi*|cửa hàng|mağaza*|متجر,متاجر|दुकान*|toko
sales|销售额,业绩|売上,営業|매출,영업|продаж*|ventas|vendas|ventes|umsatz*,vertrieb*|vendite|doanh số,bán hàng|satışlar*|مبيعات|बिक्री|penjualan
deal|商机,线索|商談,見込み客|거래,리드|сделк*,лид,лиды,лидов|oportunidad*,trato*|negócio*,oportunidad*|opportunité*|geschäftschance*|trattativ*|giao dịch|fırsat*|صفق*|सौदा|kesepakatan
marketing campaign|营销,推广活动|マーケティング,キャンペーン|마케팅,캠페인|маркетинг*,кампани*|campaña*|campanha*|campagne*|kampagne*|campagn*|chiến dịch|kampanya*|حملة,تسويق|अभियान|kampanye
advertisement ad|广告|広告|광고|реклам*|anuncio*,publicidad|anúncio*|publicité*,annonce*|werbung,anzeige|pubblicità,annunc*|quảng cáo|reklam*|إعلان*|विज्ञापन|iklan
subscription|订阅服务|サブスク,定期購読|구독|подписк*|suscripci*|assinatura*|abonnement*|abonnement*,abo|abbonament*|gói đăng ký|abonelik*|اشتراك*|सदस्यता|langganan
notification alert|通知,告警|通知,アラート|알림,통지|уведомлени*,оповещени*|notificación*,alerta*|notificaç*,alerta*|notification*,alerte*|benachrichtigung*,meldung*,warnung*|notific*,avvis*|thông báo,cảnh báo|bildirim*|إشعار*,تنبيه*|सूचना*|notifikasi,pemberitahuan
setting configuration|配置,选项|構成,オプション|환경설정,구성|настройк*,конфигур*|configuración,ajuste*|configuraç*,ajuste*|paramètre*,configuration*|einstellung*,konfiguration*|impostazion*,configurazion*|cấu hình|ayar,ayarlar*|إعداد*|सेटिंग*|pengaturan
status state|状态,进度|状態,状況,ステータス,進捗|상태,진행 상황|статус*,состояни*|estado*|estado*,andamento|statut*,état|zustand*,status|stato|trạng thái,tình trạng|durum*|حالة|स्थिति|keadaan
history log|历史,日志,记录|履歴,ログ|기록,로그,이력|истори*,журнал*,лог,логи,логов|historial*,registro*|histórico*|historique*,journal|verlauf,protokoll*|cronologia,registro|lịch sử,nhật ký|geçmiş*,günlük*|سجل*,تاريخ|इतिहास|riwayat,catatan log
workflow|工作流,流程|ワークフロー,フロー|워크플로|рабочий процесс,воркфлоу|flujo de trabajo,flujo|fluxo de trabalho,fluxo|flux de travail|arbeitsablauf*|flusso di lavoro,flusso|quy trình|iş akış*|سير العمل|कार्यप्रवाह|alur kerja
server|服务器,伺服器|サーバー,サーバ|서버|сервер*|servidor*|^|serveur*|server|server|máy chủ|sunucu*|خادم,خوادم|सर्वर|peladen
cloud|云端,云|クラウド|클라우드|облак*,облач*|nube|nuvem|nuage|wolke|nuvola|đám mây|bulut*|سحاب*|क्लाउड|awan
container cluster|容器,集群|コンテナ,クラスタ|컨테이너,클러스터|контейнер*,кластер*|contenedor*|contêiner*|conteneur*|container|contenitor*|vùng chứa,cụm|kapsayıcı*|حاوي*|कंटेनर|kontainer
domain|域名|ドメイン|도메인|домен*|dominio*|domínio*|domaine*|domäne*|domini*|tên miền|alan adı|نطاق|डोमेन|domain
key secret|密钥,令牌|キー,鍵,トークン|키를,토큰,비밀 키|ключ*,токен*|clave*,llave*|chave*|clé,clés,clef*|schlüssel*|chiav*|khóa bí mật|anahtar*|مفتاح,مفاتيح|कुंजी|kunci
security|安全|セキュリティ,安全|보안|безопасност*|seguridad|segurança|sécurité|sicherheit*|sicurezza|bảo mật,an ninh|güvenlik*|أمان,أمن|सुरक्षा|keamanan
app application|应用,软件,应用程序,软体|アプリ|앱,애플리케이션,어플|приложени*|aplicaci*|aplicativo*,aplicaç*|application*,appli|anwendung*|applicazion*,app|ứng dụng|uygulama*|تطبيق*|ऐप*,एप्लिकेशन|aplikasi
system|系统|システム|시스템|систем*|sistema*|^|système*|system*|sistem*|hệ thống|sistem*|نظام,أنظمة|प्रणाली,सिस्टम|sistem
computer device|电脑,设备,计算机|パソコン,端末,デバイス,コンピュータ|컴퓨터,기기,장치|компьютер*,устройств*|ordenador*,computadora*,dispositivo*|computador*,dispositivo*|ordinateur*,appareil*|rechner,gerät*,computer|dispositiv*,computer|máy tính,thiết bị|bilgisayar*,cihaz*|حاسوب,جهاز,أجهزة|कंप्यूटर,उपकरण|perangkat,komputer
printer|打印机|プリンタ|프린터|принтер*|impresora*|impressora*|imprimante*|drucker*|stampante|máy in|yazıcı*|طابع*|प्रिंटर|pencetak
camera|摄像头,相机,摄影机|カメラ|카메라|камер*|cámara*|câmera*|caméra*|kamera*|fotocamera,telecamera|máy ảnh|kamera*|كامير*|कैमरा|kamera
light|灯光,开灯,关灯,灯|照明,電気をつけ,電気を消,ライト|조명,전등|свет,ламп*|luz,luces|luz,luzes|lumière*|licht,lampe*|luce,luci|đèn|ışı*,lamba*|ضوء,أضواء,مصباح|बत्ती,लाइट|lampu
thermostat|空调,暖气,恒温器|エアコン,暖房,冷房|에어컨,난방,온도조절|термостат*,отоплени*,кондиционер*|termostato*,calefacción|termostato*,aquecimento|chauffage*,climatisation|heizung*,klimaanlage*|riscaldamento,termostat*|điều hòa|klima,ısıtma*|مكيف,تدفئة|एसी,थर्मोस्टेट|pendingin
door|门锁,车门|ドア,扉|현관문,도어|двер*|puerta*|porta*|porte*|tür,türen|porta,porte|cửa|kapı*|باب,أبواب|दरवाज*|pintu
home house|智能家居,房子,家里|スマートホーム,自宅,家の|집안,주택|дом,дома,доме|casa,casas,hogar|casa,casas|maison*|haus,zuhause|casa,case|nhà|evde,evin*|منزل,بيت|घर|rumah
apartment property|房产,公寓,租房|不動産,賃貸,マンション|부동산,아파트|недвижимост*,квартир*|inmueble*,piso,apartamento*|imóve*,apartamento*|immobilier,appartement*|immobilie*,wohnung*|immobil*,appartament*|bất động sản,căn hộ|emlak*,daire*|عقار*,شق*|अपार्टमेंट|properti,apartemen
review feedback|评价,反馈,审查|レビュー,口コミ,フィードバック|리뷰,후기,피드백|отзыв*,обзор*,ревью|reseña*,opinión|avaliaç*,resenha|avis,évaluation*|bewertung*,rezension*|recension*|đánh giá,phản hồi|inceleme*,geri bildirim|مراجع*,تقييم*|समीक्षा*|ulasan
question answer|问答|質問,回答|질문,답변|вопрос*|pregunta*,respuesta*|pergunta*,resposta*|question*,réponse*|frage*|domand*,rispost*|câu hỏi|soru*|سؤال,أسئلة|सवाल|pertanyaan
knowledge memory|知识,知识库,记忆|知識,ナレッジ,記憶|지식,기억|знани*,памят*|conocimiento*,memoria*|conhecimento*,memória*|connaissance*,mémoire*|wissen*,gedächtnis|conoscenz*,memoria|kiến thức,trí nhớ|bilgi*,bellek*|معرف*,ذاكر*|ज्ञान|pengetahuan
topic|主题,话题,想法|話題,トピック,アイデア|주제,아이디어|тема,тему,темы,теме,идея,идеи,идею|tema*,idea*|tema*,ideia*|sujet*,idée*|thema,themen,idee*|argoment*,idee|chủ đề,ý tưởng|konu*,fikir*|موضوع,فكر*|विषय|topik
research paper|论文,研究|論文,研究|논문,연구|научн*,исследовани*|investigación*,artículo científico|pesquisa científica,artigo científico|recherche scientifique|forschung*,studie*|articolo scientifico|nghiên cứu,bài báo|araştırma*|بحث علمي,أبحاث|शोध|penelitian,makalah
dictionary definition|词典,字典,定义|辞書,定義|사전,정의|словар*,определени*|diccionario*,definición|dicionário*,definição|dictionnaire*,définition*|wörterbuch*|dizionari*,definizion*|từ điển,định nghĩa|sözlük*|قاموس,تعريف|शब्दकोश|kamus
number|数字,号码|番号,数字|번호,숫자|номер*,числ*|número*|^|nombre,numéro*|nummer*,zahl,zahlen|numer*|số|numara*,sayı*|رقم,أرقام,عدد|संख्या,नंबर|nomor,angka
unit|单位,公里,米|単位,キロ,長さ|단위,킬로,길이|единиц*,километр*,длин*|unidad*,kilómetro*,longitud|unidade*,quilômetro*|unité*,kilomètre*|einheit*,kilometer|unità,chilometr*|đơn vị,độ dài|birim*,uzunluk*|وحد*,طول|इकाई,लंबाई|satuan
size|大小,尺寸|サイズ,大きさ|크기,사이즈|размер*|tamaño*|tamanho*|taille*|größe*|dimension*|kích thước|boyut*|حجم,أحجام|आकार|ukuran
color|颜色|色を,カラー|색상,색깔|цвет*|color*|cor,cores|couleur*|farbe*|^|màu|renk*,reng*|لون,ألوان|रंग*|warna
design|字体,设计|フォント,デザイン|글꼴,디자인|шрифт*,дизайн*|diseño*|fonte,design|police de caractères,conception|schriftart*,entwurf*|disegno,progettazione|phông chữ,thiết kế|yazı tipi,tasarım*|تصميم*|डिजाइन|desain
node|节点,元素|ノード,要素|노드,요소|узел,узл*,элемент*|nodo*,elemento*|nó,elemento*|nœud*,élément*|knoten*|nodo,nodi,element*|nút mạng,phần tử|düğüm*|عقدة,عنصر|नोड|simpul
package parcel|包裹,快递,软件包|荷物,小包,パッケージ|소포,택배,패키지|посылк*,пакет*|paquete*|pacote*|colis,paquet*|paket*,sendung*|pacc*,pacchett*|bưu kiện,gói hàng|paket*|طرد,طرود,حزم*|पार्सल|paket
letter|信件,信函|手紙|편지|бумажное письмо|carta*|^|lettre*|brief*|letter*|thư|mektup*|خطاب|पत्र|surat
signature sign|签名,签署|署名,サイン|서명|подпис*|firma*|assinatura*,assinar|signature*,signer|unterschrift*,unterschreib*|^|chữ ký,ký|imza*|توقيع,وقع|हस्ताक्षर|tanda tangan
birthday|生日|誕生日|생일|рождени*|cumpleaños|aniversário*|anniversaire*|geburtstag*|compleann*|sinh nhật|doğum günü*|عيد ميلاد|जन्मदिन|ulang tahun
family friend|朋友,家人,好友|友達,家族,友人|친구,가족|друга,друзья*,друзей,семь*|amigo*,familia*|amigo*,família*|ami,amis,famille*|freund*,familie*|amic*,famiglia|bạn bè,gia đình|arkadaş*,aile*|صديق,أصدقاء,عائل*|दोस्त*,परिवार|teman,keluarga
person people|人员,人物|人物,人を|사람,인물|человек*,люд*|persona*,gente|pessoa*|personne*,gens|person*|person*|người|kişi*,insan*|شخص,أشخاص|व्यक्ति|orang
request application|申请,请求|申請,リクエスト,依頼|신청,요청|заявк*,запрос*|solicitud*|solicitaç*,pedido de|demande*,requête*|anfrage*,antrag*|richiest*|yêu cầu|talep*,başvuru*|طلب*|अनुरोध|permintaan
approval|审核|審査|심사|согласован*|aprobación|aprovação|approbation*|genehmigung*|approvazion*|phê chuẩn|onay*|موافق*|स्वीकृति|persetujuan
candidate resume|候选人,简历|候補者,履歴書|후보자,이력서|кандидат*,резюме|candidato*,currículum|candidato*,currículo|candidat*,cv|bewerber*,lebenslauf|candidat*|ứng viên,hồ sơ|aday*,özgeçmiş*|مرشح*,سيرة ذاتية|उम्मीदवार|kandidat,lamaran
rating|评分|評価,評点|평점|рейтинг*|calificación,puntuación|nota de avaliação,classificação|note moyenne,classement|bewertung|valutazion*|xếp hạng|puan*|تقييم|रेटिंग|peringkat
emoji reaction|表情,反应|絵文字,リアクション|이모지,반응|эмодзи,реакци*|reacción,emoticono*|reação,reações|réaction*|reaktion*|reazion*|biểu cảm|tepki*,emoji|رد فعل,رموز تعبيرية|प्रतिक्रिया|reaksi
voice speech|语音,朗读,口述|音声,読み上げ,スピーチ|음성,말하기|голос*,реч*|voz|voz,fala|voix,parole|stimme*,sprachausgabe|voce,voci|giọng nói|konuşma*|صوت,كلام|आवाज|ucapan
subtitle transcript|字幕,转录|字幕,文字起こし|자막,받아쓰기|субтитр*,расшифровк*|subtítulo*,transcripción|legenda*,transcrição|sous-titre*,transcription*|untertitel*,transkript*|sottotitol*,trascrizion*|phụ đề|altyazı*|ترجمة نصية,نص مفرغ|उपशीर्षक|takarir
exam quiz|考试,测验|試験,クイズ,テスト問題|시험,퀴즈|экзамен*,викторин*|examen,exámenes|exame*,prova|examen*|prüfung*|esame,esami|kỳ thi,bài kiểm tra|sınav*|امتحان*|परीक्षा|ujian
deadline due|截止日期,期限|締め切り,締切,期限|마감|срок*,дедлайн*|plazo*,vencimiento|prazo*,vencimento|échéance*,délai*|frist*|scadenz*|hạn chót|son tarih|موعد نهائي|समय सीमा|tenggat
priority urgent|优先级,紧急|優先,緊急|우선순위,긴급|приоритет*,срочн*|prioridad*,urgente*|prioridade*,urgente*|priorité*,urgent*|priorität*,dringend*|priorità,urgent*|ưu tiên,khẩn cấp|öncelik*,acil*|أولوي*,عاجل|प्राथमिकता|prioritas
sprint board|看板,迭代|スプリント,ボード,掲示板|스프린트,보드|спринт*,доск*|tablero*|quadro*|tableau|tafel|bacheca|bảng công việc|pano*|لوح*|बोर्ड|papan
hours|工时|工数,勤務時間|근무 시간|рабочее время|horas trabajadas|horas trabalhadas|heures travaillées|arbeitszeit*|ore lavorate|giờ làm|mesai*|ساعات العمل|कार्य समय|jam kerja
attendance clock|打卡,考勤|勤怠,出勤|출근,출퇴근|посещаемост*|asistencia|frequência|présence|anwesenheit*|presenze|chấm công|devam durumu|حضور|उपस्थिति|kehadiran
postal code|邮编,邮政编码|郵便番号|우편번호|почтовый индекс,индекс*|código postal|código postal,cep|code postal|postleitzahl*|codice postale|mã bưu điện|posta kodu|رمز بريدي|पिन कोड|kode pos
index|大盘,指数|株式市場,指数|증시,지수|бирж*,индекс*|índice*|^|indice*|börse*|indic*|chỉ số|endeks*|مؤشر|सूचकांक|indeks
electricity energy|电力,能源,用电|電力,エネルギー|전력,에너지|энерги*,электр*|energía,electricidad|energia,eletricidade|énergie,électricité|energie,strom*|energia,elettricità|điện,năng lượng|elektrik*,enerji*|كهرباء,طاق*|बिजली,ऊर्जा|listrik
water|用水,水|水道,水を|수도|вода,воды,воду|agua|água|eau|wasser|acqua|nước|su|ماء,مياه|पानी|air
animal pet|宠物,动物|ペット,動物|반려동물,동물|животн*,питом*|mascota*,animal*|anima*|anima*|haustier*,tier,tiere|animal*|thú cưng|hayvan*|حيوان*|जानवर|hewan
plant garden|植物,花园|植物,庭|식물,정원|растени*,сад,сада,саду|planta*,jardín|planta*,jardim|plante*,jardin*|pflanze*,garten|piant*,giardin*|cây,vườn|bitki*,bahçe*|نبات*,حديق*|पौधे,बगीचा|tanaman
new|最新|最新,新しい|최신,새로운|последн*,новый,новые,новую|último*,nuevo*,nueva*|último*,novo*,nova*|dernier*,nouveau*,nouvelle*|neueste*,neu,neue,neuen|ultim*,nuov*|mới nhất,mới|son,yeni|أحدث,جديد*|नया,नई,नवीनतम|terbaru,baru
unread|未读|未読|읽지 않은|непрочит*|no leído*,sin leer|não lid*|non lu*|ungelesen*|non lett*|chưa đọc|okunmamış*|غير مقروء*|अपठित|belum dibaca
current|当前,现在|現在,今の|현재,지금|текущ*,сейчас|actual*,ahora|atual,atuais,agora|actuel*,maintenant|aktuell*,jetzt|attual*,adesso|hiện tại,bây giờ|şu an*,mevcut|حالي*,الآن|वर्तमान,अभी|sekarang
available|可用,空闲|利用可能,空き|가능한,사용 가능|доступн*,свободн*|disponible*|disponíve*|disponible*|verfügbar*|disponibil*|có sẵn|müsait*,uygun|متاح*|उपलब्ध|tersedia
favorite bookmark|收藏,书签|お気に入り,ブックマーク|즐겨찾기,북마크|избранн*,закладк*|favorito*,marcador*|favorito*|favori*,signet*|favorit*,lesezeichen*|preferit*,segnalibr*|yêu thích,dấu trang|favori*,yer imi*|مفضل*,إشارة مرجعية|पसंदीदा|favorit
public|公共|公共|공공,공개|публичн*|público*|^|publi*|öffentlich*|pubblic*|công khai|herkese açık|عام|सार्वजनिक|publik
private|私人,私有|非公開,プライベート|비공개|приватн*,личн*|privado*|^|privé*|privat*|privat*|riêng tư|gizli|خاص*|निजी|pribadi
variable|变量|変数|변수|переменн*|variable*|variáve*|variable*|variable*|variabil*|biến|değişken*|متغير*|चर|variabel
function|函数,方法|関数,メソッド|함수,메서드|функци*,метод*|funci*,método*|função,funções,método*|fonction*,méthode*|funktion*,methode*|funzion*,metod*|hàm,phương thức|fonksiyon*,yöntem*|دال*,وظيفة برمجية|फंक्शन|fungsi
symbol class|符号|シンボル,記号|심볼,기호|символ*,класс*|símbolo*,clase*|símbolo*,classe*|symbole*,classe*|symbol*,klasse*|simbol*,class*|ký hiệu|sembol*,sınıf*|رمز,رموز|प्रतीक|simbol
trigger|触发器,触发|トリガー|트리거|триггер*|disparador*,desencadena*|gatilho*|déclench*|auslöser*,auslös*|trigger,attivator*|kích hoạt|tetikle*|مشغل,زناد|ट्रिगर|pemicu
flow automation|自动化,流程|自動化,フロー|자동화,흐름|автоматиз*,поток*|automatiza*,flujo*|automatiza*,automação,fluxo*|automatis*,flux|automatisier*,ablauf*|automazion*,fluss*|tự động hóa,luồng|otomasyon*,akış*|أتمتة,تدفق*|स्वचालन,प्रवाह|otomatisasi,alur
step action|步骤,动作|ステップ,手順,アクション|단계,동작|шаг*,действи*|paso*,acción,acciones|passo*,ação,ações|étape*|schritt*,aktion*|passagg*,azion*|bước,hành động|adım*,eylem*|خطو*,إجراء*|चरण|langkah,tindakan
webhook|网络钩子|ウェブフック|웹훅|вебхук*|gancho web|^|crochet web|webhook*|webhook|móc web|web kancası*|خطاف ويب|वेबहुक|webhook
environment|环境|環境|환경|окружени*|entorno*|ambiente*|environnement*|umgebung*|ambient*|môi trường|ortam*|بيئ*|पर्यावरण|lingkungan
network|局域网,内网|ネットワーク|네트워크|сеть,сети,сетев*|red,redes|rede,redes|réseau*|netzwerk*|rete,reti|mạng lưới|ağ,ağı,ağlar*|شبك*|नेटवर्क|jaringan
disk storage|磁盘,存储空间|ディスク,ストレージ,容量|디스크,저장공간|диск*,хранилищ*|disco*,almacenamiento*|disco*,armazenamento*|disque*,stockage*|festplatte*,speicherplatz|disco,archiviazion*|ổ đĩa,lưu trữ|disk*,depolama*|قرص,تخزين|डिस्क,भंडारण|penyimpanan
process|进程|プロセス|프로세스|процесс*|proceso*|processo*|processus|prozess*|process*|tiến trình|süreç*,işlem*|عملي*|प्रक्रिया|proses
paragraph|段落,章节|段落,章を|단락,문단|абзац*,глава,главу,главы|párrafo*,capítulo*|parágrafo*,capítulo*|paragraphe*,chapitre*|absatz*,kapitel*|paragraf*,capitol*|đoạn văn,chương|paragraf*,bölüm*|فقر*,فصل|अनुच्छेद,अध्याय|paragraf,bab
wallet|钱包|財布,ウォレット|지갑|кошел*|billetera*,monedero*|carteira digital|porte-monnaie|geldbörse*,brieftasche*|portamonete|ví|cüzdan*|محفظة نقود|बटुआ|dompet
transaction|交易|取引,トランザクション|거래,트랜잭션|транзакци*,операци*|transacción*,transacciones|transaç*|transaction*|transaktion*|transazion*|giao dịch|işlem*|معامل*|लेनदेन|transaksi
receipt|收据,小票|領収書,レシート|영수증|чек,чеки,квитанци*|recibo*|^|reçu*|quittung*,beleg*|ricevut*|biên lai|makbuz*,fiş*|إيصال*|रसीद|kuitansi
supplier|供应商|仕入先,サプライヤー,倉庫|공급업체,창고|поставщик*|proveedor*,almacén|fornecedor*|fournisseur*,entrepôt*|lieferant*,lager|fornitor*|nhà cung cấp,kho hàng|tedarikçi*|مورد*,مستودع بضائع|आपूर्तिकर्ता|pemasok
quote estimate|报价单,估价|見積|견적|смет*,коммерческое предложение|cotización*,presupuesto|cotação,orçamento|devis|angebot*,kostenvoranschlag|preventiv*|báo giá|teklif*|عرض سعر|कोटेशन|penawaran
conference room|会议室|会議室|회의실|переговорн*|sala de reuniones,sala|sala de reunião,sala|salle*|besprechungsraum*,konferenzraum*|sala riunioni,sala|phòng họp|toplantı odası|قاعة اجتماعات|बैठक कक्ष|ruang rapat
holiday|节日,假日,节假日|祝日,休日|공휴일|праздник*|festivo*,feriado*|feriado*|jour férié,jours fériés|feiertag*|festiv*|ngày lễ|bayram*|عطلة رسمية|त्योहार|hari libur
time zone|时区|タイムゾーン,時差|시간대|часовой пояс|zona horaria|fuso horário|fuseau horaire|zeitzone*|fuso orario|múi giờ|saat dilimi|منطقة زمنية|समय क्षेत्र|zona waktu
sentiment|情感,情绪|感情|감정|тональност*,эмоци*|sentimiento*|sentimento*|sentiment*|stimmung*|sentiment*|cảm xúc|duygu*|مشاعر|भावना|sentimen
keyword|关键词,关键字|キーワード|키워드|ключев*|palabra clave,palabras clave|palavra-chave|mot-clé,mots-clés|schlüsselwort*|parola chiave|từ khóa|anahtar kelime*|كلمة مفتاحية|कीवर्ड|kata kunci
duplicate|重复|重複|중복|дубл*,повтор*|duplicad*,duplicar|^|doublon*,dupliquer|duplikat*,doppelt*|duplicat*|trùng lặp|yinelenen|مكرر|डुप्लिकेट|duplikat
encrypt|加密|暗号化|암호화|шифр*,зашифр*|cifrar,encriptar|criptografar|chiffrer|verschlüssel*|cifrare,crittografare|mã hóa|şifrele*|شفر,تشفير|एन्क्रिप्ट|enkripsi
random|随机|ランダム,乱数|무작위,랜덤|случайн*|aleatori*|aleatóri*|aléatoire*|zufällig*,zufall*|casual*|ngẫu nhiên|rastgele|عشوائي|यादृच्छिक|acak
format|格式|形式,フォーマット,書式|형식,포맷|формат*|formato*|^|format*|formatier*,formate|format*|định dạng|biçim*|تنسيق,صيغ*|प्रारूप|
undo|撤回|元に戻|되돌리|отмени действие|desha*|desfazer|défaire|rückgängig|annulla modifica|hoàn tác|geri al*|تراجع|पूर्ववत|urungkan
information details|信息,详情,资讯|情報,詳細|정보,상세|информаци*,сведени*,подробност*|información,detalle*|informaç*,detalhe*|information*,détail*|informationen,einzelheiten|informazioni,dettagli*|thông tin,chi tiết|bilgiler*,ayrıntı*|معلومات,تفاصيل|जानकारी,विवरण|informasi,rincian
profile|个人资料,简介|プロフィール|프로필|профил*|perfil*|perfi*|profil*|profil*|profil*|hồ sơ cá nhân|profil*|ملف شخصي|प्रोफाइल|profil
help support|帮助,客服,支持|ヘルプ,サポート,問い合わせ|고객지원,도움말|справк*,поддержк*|ayuda,soporte|ajuda,suporte|aide,assistance|hilfe|assistenza,aiuto|hỗ trợ,trợ giúp|destek*,yardım*|دعم,مساعدة|सहायता|bantuan
yesterday|昨天|昨日|어제|вчера*|ayer|ontem|hier|gestern|ieri|hôm qua|dün,dünkü|أمس|बीता कल|kemarin
nearby|周边|周辺|주변|рядом,ближайш*|cerca de,cercano*|perto de,próximo*|à proximité,près|nähe|vicin*|gần đây,gần|yakın*|قريب*|पास के,नजदीकी|terdekat
air quality|空气质量|大気汚染,空気質|미세먼지,대기질|качество воздуха|calidad del aire|qualidade do ar|qualité de l'air|luftqualität*|qualità dell'aria|chất lượng không khí|hava kalitesi|جودة الهواء|वायु गुणवत्ता|kualitas udara
qr barcode|二维码,条形码|バーコード,二次元コード|바코드,큐알|штрихкод*,штрих-код*|código de barras|^|code-barres|strichcode*|codice a barre|mã vạch|barkod*|باركود,رمز شريطي|बारकोड|kode batang
clipboard|剪贴板|クリップボード|클립보드|буфер*|portapapeles|área de transferência|presse-papiers|zwischenablage|appunti di sistema|bảng tạm|pano|حافظة|क्लिपबोर्ड|papan klip
earthquake disaster|地震|地震,災害|지진|землетряс*|terremoto*|^|séisme*|erdbeben*|terremot*|động đất|deprem*|زلزال,زلازل|भूकंप|gempa
`;
