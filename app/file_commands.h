#pragma once

#include <QObject>

class QMenu;
class QWidget;

namespace bubblescope {

class Document;
struct Settings;

/// What the File and Presets menus do with the document: ask for names, open, save, remember.
///
/// Errors  failed() with one line; the document is then as it was
/// Thread  the interface thread; asks with dialogs above `window`
class FileCommands : public QObject {
    Q_OBJECT

public:
    FileCommands(Document& document, Settings& settings, QWidget* window);

    /// Starts over with the default comparison.
    void startNew();
    void openWithDialog();
    /// Opens a scenario file, a picture, or `preset:NAME`.
    bool open(const QString& path);
    bool save();
    bool saveAs();
    /// Asks for the scenario's title.
    void changeTitle();
    /// Asks for a name and writes a table there.
    void saveTable(const QString& csv);
    /// Whether unsaved changes are saved, or may go.
    bool settleChanges();

    void fillRecent(QMenu& menu);
    void fillPresets(QMenu& menu);

signals:
    void failed(const QString& line);
    /// The document came from another place or went to one.
    void done();
    void tableSaved(const QString& line);

private:
    bool openUnasked(const QString& path);
    bool saveTo(const QString& path);
    void remember(const QString& path);

    Document& m_document;
    Settings& m_settings;
    QWidget* m_window;
};

}  // namespace bubblescope
