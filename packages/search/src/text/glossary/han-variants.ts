/** Pairs of a traditional character and its simplified form, for the characters of the glossary's Chinese column. */
const traditionalPairs =
  "專专業业個个為为麼么義义樂乐書书買买雲云產产倉仓價价會会傳传優优體体餘余儲储冊册寫写準准幾几擊击劃划創创別别刪删製制辦办務务動动區区醫医協协單单賣卖廳厅歷历曆历壓压" +
  "參参發发變变號号啟启啓启員员團团園园國国圖图場场聲声備备復复複复頭头夾夹寵宠審审賓宾對对尋寻導导幣币帳帐幫帮廣广庫库應应開开歸归當当錄录徑径憶忆態态總总恆恒戲戏戶户" +
  "執执掃扫報报撥拨擇择換换據据攝摄數数斷断時时顯显暫暂機机權权條条構构標标檔档檢检氣气匯汇測测瀏浏溫温滾滚濾滤燈灯點点煉炼狀状環环現现電电畫画療疗監监盤盘碼码" +
  "離离種种稱称稅税筆笔篩筛簽签簡简緊紧約约級级線线組组織织終终結结繪绘給给絡络絕绝統统績绩緒绪維维編编縮缩繳缴網网職职聯联腦脑節节薦荐熒荧藥药獲获螢萤營营裝装規规" +
  "視视覽览觸触計计訂订認认訓训議议訊讯記记論论設设訪访證证評评識识詞词譯译試试話话詢询詳详語语誤误說说請请讀读課课調调譜谱貝贝賬账貨货質质購购貼贴貸贷費费資资賽赛" +
  "贊赞讚赞蹤踪車车轉转軟软載载較较輛辆輯辑輸输邊边過过運运還还進进連连選选遞递郵邮裡里鑑鉴鐘钟鑰钥鉤钩鈕钮錢钱鐵铁銀银鋪铺鏈链銷销鎖锁錯错鍵键鍛锻門门閉闭問问閒闲" +
  "間间鬧闹聞闻閱阅隊队陸陆險险隨随顏颜預预頻频題题額额飛飞飯饭館馆饋馈駁驳驗验驟骤頁页項项顧顾範范關关內内並并誌志";

/** Words that contain a glossary character but mean something else, so that the character is not translated. */
export const opaqueHanWords: readonly string[] = (
  "发现,开发,发展,发生,出发,发起,沙发,研发,存在,看法,算法,打算,证书,试图,意图,建筑,改进,改善,水平,读者,顾问,关于,一起看," +
  "意見,動作,操作,証明書,展開,開発,消費,解消,放送,発見,作者,読者,見出し"
).split(",");

let simplifiedOf: Map<string, string> | undefined;

/** Replaces traditional characters with simplified ones; length and positions stay the same. */
export function toSimplifiedChinese(text: string): string {
  simplifiedOf ??= readPairs();
  let simplified = "";
  for (const character of text) simplified += simplifiedOf.get(character) ?? character;
  return simplified;
}

function readPairs(): Map<string, string> {
  const characters = Array.from(traditionalPairs);
  const pairs = new Map<string, string>();
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.set(characters[index] ?? "", characters[index + 1] ?? "");
  }
  return pairs;
}
