//! A Chromium of one's own, driven over a pipe by the `DevTools` protocol.
//!
//! Chromium reads messages from descriptor 3 and writes them to 4, each a JSON document that ends in a zero
//! byte. A shell puts its pipes there, so that neither a port nor a further crate is needed.

use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Names the browser goes by.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// A running browser; it ends with this value.
pub(crate) struct Chromium {
    child: Child,
    sender: Option<ChildStdin>,
    messages: Receiver<Value>,
    /// What happened, in order.
    events: Vec<Value>,
    last: u64,
    deadline: Instant,
    _profile: tempfile::TempDir,
}

impl Chromium {
    /// Starts the browser; every wait for it ends after `limit`, counted from here.
    pub(crate) fn start(limit: Duration) -> Self {
        let profile = tempfile::tempdir().expect("a folder");
        let mut child = Command::new("sh")
            .args(["-c", "exec \"$0\" \"$@\" 3<&0 4>&1 0</dev/null 1>&2"])
            .arg(name())
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args([
                "--remote-debugging-pipe",
                "--host-resolver-rules=MAP * ~NOTFOUND",
            ])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let sender = child.stdin.take();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, messages) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|n| n > 0) {
                message.pop();
                let parsed = serde_json::from_slice(&message).expect("a message in JSON");
                if send.send(parsed).is_err() {
                    return;
                }
                message.clear();
            }
        });
        Self {
            child,
            sender,
            messages,
            events: Vec::new(),
            last: 0,
            deadline: Instant::now() + limit,
            _profile: profile,
        }
    }

    /// Opens `url` in a page of its own and waits until it is loaded.
    pub(crate) fn open(&mut self, url: &str, (width, height): (u32, u32)) -> Page<'_> {
        let target = self.call("Target.createTarget", &json!({"url": "about:blank"}), None);
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = self.call("Target.attachToTarget", &attach, None);
        let session = attached["sessionId"]
            .as_str()
            .expect("a session")
            .to_owned();
        let mut page = Page {
            browser: self,
            session,
        };
        for domain in ["Page", "Runtime", "Network", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.resize(width, height);
        page.call("Page.navigate", json!({"url": url}));
        page.wait_for("Page.loadEventFired");
        page
    }

    fn call(&mut self, method: &str, params: &Value, session: Option<&str>) -> Value {
        self.last += 1;
        let mut message = json!({"id": self.last, "method": method, "params": params});
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let sender = self.sender.as_mut().expect("a browser");
        sender
            .write_all(format!("{message}\0").as_bytes())
            .expect("the browser listens");
        loop {
            let message = self.next(method);
            if message["id"] == self.last {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn next(&self, what: &str) -> Value {
        let left = self.deadline.saturating_duration_since(Instant::now());
        let message = self.messages.recv_timeout(left);
        message.unwrap_or_else(|error| panic!("{what}: no answer of the browser: {error}"))
    }
}

impl Drop for Chromium {
    /// Without its pipe the browser ends by itself; if it does not, its group of processes is ended.
    fn drop(&mut self) {
        self.sender = None;
        let patience = Instant::now() + Duration::from_secs(5);
        while Instant::now() < patience {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            thread::sleep(Duration::from_millis(20));
        }
        let group = format!("-{}", self.child.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.child.wait();
    }
}

/// The browser's name; `CHROMIUM` overrides.
fn name() -> String {
    let given = std::env::var("CHROMIUM").ok();
    let found = || {
        let path = std::env::var_os("PATH")?;
        let is_there =
            |name: &&&str| std::env::split_paths(&path).any(|at| at.join(name).is_file());
        NAMES.iter().find(is_there).map(|&name| name.to_owned())
    };
    given
        .or_else(found)
        .expect("Chromium in PATH, or its path in the variable CHROMIUM")
}

/// An open page.
pub(crate) struct Page<'a> {
    browser: &'a mut Chromium,
    session: String,
}

impl Page<'_> {
    /// Calls a method of the protocol.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "parameters are written where they are sent"
    )]
    pub(crate) fn call(&mut self, method: &str, params: Value) -> Value {
        self.browser.call(method, &params, Some(&self.session))
    }

    /// Gives the page another width and height in pixels.
    pub(crate) fn resize(&mut self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500});
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// The value of a JavaScript expression.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let asked = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", asked);
        let thrown = &answer["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        answer["result"]["value"].clone()
    }

    /// Presses the left button of a mouse in the middle of the element that `expression` gives.
    pub(crate) fn click(&mut self, expression: &str) {
        let middle = format!(
            "(e => {{ e.scrollIntoView({{block: 'center'}}); const r = e.getBoundingClientRect(); \
             return [r.x + r.width / 2, r.y + r.height / 2]; }})({expression})"
        );
        let at = self.value(&middle);
        for kind in ["mousePressed", "mouseReleased"] {
            let event =
                json!({"type": kind, "x": at[0], "y": at[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// The page as it prints on its own paper, as a tagged PDF.
    pub(crate) fn pdf(&mut self) -> Vec<u8> {
        let how =
            json!({"preferCSSPageSize": true, "printBackground": true, "generateTaggedPDF": true});
        decoded(self.call("Page.printToPDF", how)["data"].as_str())
    }

    /// What is on the screen, as PNG.
    pub(crate) fn screen(&mut self) -> Vec<u8> {
        decoded(self.call("Page.captureScreenshot", json!({}))["data"].as_str())
    }

    /// Everything the browser complained of, or fetched beside `url`.
    pub(crate) fn troubles(&mut self, url: &str) -> Vec<String> {
        // Whatever was on its way is here after an answer.
        self.value("0");
        let of_page = |event: &&Value| event["sessionId"] == self.session.as_str();
        let trouble = |event: &Value| {
            let params = &event["params"];
            match event["method"].as_str().unwrap_or_default() {
                "Runtime.exceptionThrown" | "Runtime.consoleAPICalled" | "Log.entryAdded" => {
                    Some(event.to_string())
                }
                "Network.requestWillBeSent" if params["request"]["url"] != url => {
                    Some(format!("fetched {}", params["request"]["url"]))
                }
                _ => None,
            }
        };
        let events = self.browser.events.iter().filter(of_page);
        events.filter_map(trouble).collect()
    }

    fn wait_for(&mut self, method: &str) {
        let is_it = |event: &Value| {
            event["method"] == method && event["sessionId"] == self.session.as_str()
        };
        while !self.browser.events.iter().any(is_it) {
            let event = self.browser.next(method);
            self.browser.events.push(event);
        }
    }
}

/// The bytes that a text in base 64 stands for.
fn decoded(text: Option<&str>) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut values = [0_u32; 256];
    for (value, &digit) in (0..).zip(DIGITS) {
        values[usize::from(digit)] = value;
    }
    let text = text.expect("bytes").trim_end_matches('=').as_bytes();
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3 + 2);
    for group in text.chunks(4) {
        let joined = group
            .iter()
            .fold(0, |sum, &digit| sum << 6 | values[usize::from(digit)]);
        let joined = joined << (6 * (4 - group.len()));
        bytes.extend(&joined.to_be_bytes()[1..group.len()]);
    }
    bytes
}

#[test]
fn base_64_is_read() {
    for (text, bytes) in [
        ("TWFu", &b"Man"[..]),
        ("TWE=", b"Ma"),
        ("TQ==", b"M"),
        ("", b""),
    ] {
        assert_eq!(decoded(Some(text)), bytes);
    }
}
