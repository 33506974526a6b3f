#pragma once

#include <QDialog>

#include <vector>

class QCheckBox;

namespace bubblescope {

/// Asks which of several unsaved things are saved. done() is with QMessageBox::Save, Discard or Cancel.
class UnsavedDialog : public QDialog {
    Q_OBJECT

public:
    /// What they are called: "default, a scenario".
    explicit UnsavedDialog(const QStringList& names, QWidget* parent = nullptr);

    /// Whether that one is saved, after Save.
    bool isChosen(std::size_t index) const;

private:
    std::vector<QCheckBox*> m_boxes;
};

}  // namespace bubblescope
