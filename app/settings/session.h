#pragma once

#include <QJsonObject>
#include <QObject>
#include <QTimer>

#include "app/documents/document_kind.h"
#include "engine/core/result.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>

class QLockFile;

namespace bubblescope {

/// The content of a document, and its origin.
struct SessionDocument {
    std::string text;      // from Document::draft()
    bool isBlank = false;  // nothing was chosen yet, such as a schedule
    QString name;
    QString path;
    bool clean = true;
    QJsonObject look = {};  // Document::look()

    /// Reads the text as a document of this kind.
    Result<DocumentContent> content(const DocumentKind& kind) const;
    friend bool operator==(const SessionDocument&, const SessionDocument&) = default;
};

/// What a closed or crashed window was showing.
struct SessionState {
    std::map<const DocumentKind*, SessionDocument> documents;  // always has the first kind; each can be read
    QString page;

    bool isClean() const;
    friend bool operator==(const SessionState&, const SessionState&) = default;
};

/// Stores the state of the window on disk, so that a crash loses nothing and the next start restores it. Each running
/// window uses its own slot, a locked file in `folder`; a slot is reused only when its lock is free.
///
/// Invariants  a slot locked by another window is never read or written; a slot with unsaved changes is never discarded
/// Errors      a slot that cannot be read is renamed with the suffix .broken, and warning() reports it; if nothing can
///             be written, the program works without a session
class Session : public QObject {
    Q_OBJECT

public:
    explicit Session(const QString& folder, QObject* parent = nullptr);
    ~Session() override;

    /// Takes a free slot and returns its state: preferably a slot with unsaved changes, otherwise the newest. With
    /// `fresh` the state is not wanted, so slots with unsaved changes are left for a later start.
    std::optional<SessionState> begin(bool fresh);

    /// Schedules a write of the state from the source; several calls in a short time become one write.
    void touch();
    void setSource(std::function<SessionState()> state) { m_source = std::move(state); }
    /// Writes immediately.
    void flush();

    /// The problem that begin() found, in one line; empty if there was none.
    const QString& warning() const { return m_warning; }

private:
    QString slotPath(int slot) const;
    std::unique_ptr<QLockFile> lock(int slot) const;
    Result<SessionState> read(int slot) const;

    QString m_folder;
    std::unique_ptr<QLockFile> m_lock;
    QString m_file;
    QString m_warning;
    std::function<SessionState()> m_source;
    QTimer m_soon;
};

}  // namespace bubblescope
